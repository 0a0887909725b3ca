import { oneSlice } from '../../../server/slices/slices.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  API_KEY_SCOPES,
  PERMISSION_KEYS,
  type ApiKeyScopes,
  type Permissions,
  type RoleBase,
} from '../../../server/http/visibility.ts';
import { sha256 } from '../../../server/accounts/tokens.ts';
import { newApiKeySecret } from '../../../server/http/api-key.ts';
import { insertApiKey, type ApiKeyValues } from '../../../server/store/postgres/accounts/api-keys.ts';
import { createApp } from '../../../server/app.ts';
import { createDeriver } from '../../../server/rollups/deriver.ts';
import { entities } from '../../../server/entities/entities.ts';
import { contractOf } from '../../../server/http/openapi.ts';
import { writeCursor } from '../../../server/event-logs/cursor.ts';
import { NO_CHANGES, NO_COUNTS } from '../../../server/store/postgres/results/recomputations.ts';
import {
  agency,
  boardLink,
  decision,
  groupRole,
  identityProvider,
  invitation,
  notification,
  product,
  recomputation,
  result,
  role,
  dayNote,
  reportBoard,
  savedView,
  syncSetting,
  user,
} from '../../../server/store/postgres/schema/index.ts';
import { DAY } from '../../../server/platform/time.ts';
import { completeForm } from '../../support/entity-forms.ts';
import { isLong } from '../../support/long.ts';
import { writeEvents } from '../../support/measured.ts';
import { rememberQueries } from '../../support/remembered-queries.ts';
import {
  requesterOf,
  makeTenant,
  one,
  STORED_PASSWORD,
  PASSWORD,
  signIn,
  type Body,
  type Tenant,
} from '../../support/tenants.ts';
import { recordChanges } from '../../../server/store/postgres/engine/audit-log.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/**
 * The expected status of every operation of the contract for each user. Requests use the first product of one
 * company and the rows of its first agency.
 *
 * - `nobody`: without a token
 * - `admin`, `user`, `agency`: the three built-in roles; `agency` has the level `none` for all six permissions
 * - `none`, `read`: custom roles, with the base `user` and all levels `none`, and with the base `agency` and
 *   all levels `read`
 * - `agency2`: a user of the second agency, which has the product, too, but not the ad
 * - `foreign`: an administrator of another company
 *
 * An operation that is missing here fails the test, except for those of a product's entities, which have the
 * rights of settings below.
 */
const TABLE = `
operation                   nobody  admin  user  agency  none  read  agency2  foreign
signIn                      401     401    401   401     401   401   401      401
answerChallenge             401     401    401   401     401   401   401      401
beginPasskeyAnswer          401     401    401   401     401   401   401      401
answerChallengeByPasskey    401     401    401   401     401   401   401      401
refreshTokens               401     401    401   401     401   401   401      401
signOut                     200     200    200   200     200   200   200      200
forgotPassword              200     200    200   200     200   200   200      200
resetPassword               410     410    410   410     410   410   410      410
me                          401     200    200   200     200   200   200      200
myPermissions               401     200    200   200     200   200   200      200
mySessions                  401     200    200   200     200   200   200      200
revokeSession               401     404    404   404     404   404   404      404
revokeOtherSessions         401     200    200   200     200   200   200      200
mySecondFactor              401     200    200   200     200   200   200      200
beginSecondFactor           401     200    200   200     200   200   200      200
confirmSecondFactor         401     400    400   400     400   400   400      400
renewRecoveryCodes          401     409    409   409     409   409   409      409
removeSecondFactor          401     409    409   409     409   409   409      409
removeAuthenticatorApp      401     409    409   409     409   409   409      409
beginPasskey                401     200    200   200     200   200   200      200
registerPasskey             401     409    409   409     409   409   409      409
removePasskey               401     404    404   404     404   404   404      404
removeRememberedDevice      401     404    404   404     404   404   404      404
resetSecondFactor           401     409    403   403     403   403   403      404
users                       401     200    200   200     200   200   200      200
user                        401     200    200   404     200   404   404      404
createUser                  401     201    403   403     403   403   403      201
updateUser                  401     200    403   404     403   404   404      404
removeUser                  401     200    403   403     403   403   403      404
removeUsers                 401     200    403   403     403   403   403      404
restoreUsers                401     200    403   403     403   403   403      404
invitations                 401     200    200   200     200   200   200      200
invitation                  401     200    200   404     200   404   404      404
createInvitation            401     201    403   403     403   403   403      201
resendInvitation            401     200    403   403     403   403   403      404
withdrawInvitation          401     200    403   403     403   403   403      404
openResetLink               410     410    410   410     410   410   410      410
openInvitation              410     410    410   410     410   410   410      410
acceptInvitation            410     410    410   410     410   410   410      410
roles                       401     200    200   200     200   200   200      200
role                        401     200    200   404     200   404   404      404
rolePermissions             401     200    200   200     200   200   200      200
createRole                  401     201    403   403     403   403   403      201
updateRole                  401     200    403   403     403   403   403      404
removeRole                  401     200    403   403     403   403   403      404
removeRoles                 401     200    403   403     403   403   403      404
restoreRoles                401     200    403   403     403   403   403      404
agencies                    401     200    200   200     200   200   200      200
agency                      401     200    200   200     200   200   404      404
products                    401     200    200   200     200   200   200      200
product                     401     200    200   200     200   200   200      404
ad                          401     200    200   200     200   200   404      404
redirect                    401     200    200   200     200   200   404      404
asp                         401     200    200   200     200   200   404      404
companies                   401     200    200   200     200   200   200      200
company                     401     200    200   200     200   200   200      404
updateCompany               401     200    403   403     403   403   403      404
createAgency                401     201    403   403     403   403   403      201
updateAgency                401     200    403   403     403   403   403      404
removeAgency                401     200    403   403     403   403   403      404
removeAgencies              401     200    403   403     403   403   403      404
restoreAgencies             401     200    403   403     403   403   403      404
createProduct               401     201    403   403     403   403   403      201
updateProduct               401     200    200   403     200   403   403      404
rotateConversionKey         401     200    409   403     409   403   403      404
endPreviousConversionKey    401     200    200   403     200   403   403      404
removeProduct               401     200    403   403     403   403   403      404
removeProducts              401     200    403   403     403   403   403      404
restoreProducts             401     200    403   403     403   403   403      404
syncSetting                 401     200    200   404     200   404   404      404
reportDelivery              401     200    200   404     200   404   404      404
savedViews                  401     200    200   200     200   200   200      200
savedView                   401     200    200   404     200   404   404      404
savedViewFigures            401     200    200   404     200   404   404      403
createSavedView             401     201    201   201     201   201   201      201
updateSavedView             401     200    200   404     403   404   404      404
removeSavedView             401     200    200   404     403   404   404      404
removeSavedViews            401     200    200   404     403   404   404      404
restoreSavedViews           401     200    200   404     403   404   404      404
reportBoards                401     200    200   200     200   200   200      200
reportBoard                 401     200    200   404     200   404   404      404
createReportBoard           401     201    201   201     201   201   201      201
updateReportBoard           401     200    200   404     403   404   404      404
removeReportBoard           401     200    200   404     403   404   404      404
removeReportBoards          401     200    200   404     403   404   404      404
restoreReportBoards         401     200    200   404     403   404   404      404
boardLinks                  401     200    200   200     200   200   200      403
boardLink                   401     200    200   404     200   404   404      404
createBoardLink             401     201    201   400     201   400   400      403
revokeBoardLink             401     200    200   404     403   404   404      404
openSharedBoard             410     410    410   410     410   410   410      410
sharedBoardItem             410     410    410   410     410   410   410      410
dayNotes                    401     200    200   200     200   200   200      403
dayNote                     401     200    200   200     200   200   404      404
createDayNote               401     201    201   201     201   201   201      403
updateDayNote               401     200    200   200     200   403   404      404
removeDayNote               401     200    200   200     200   403   404      404
removeDayNotes              401     200    200   200     200   403   404      404
restoreDayNotes             401     200    200   200     200   403   404      404
apiKeys                     401     200    403   403     403   403   403      200
apiKey                      401     200    403   403     403   403   403      404
createApiKey                401     201    403   403     403   403   403      201
rotateApiKey                401     409    403   403     403   403   403      404
revokeApiKey                401     200    403   403     403   403   403      404
identityProviders           401     200    403   403     403   403   403      200
identityProvider            401     200    403   403     403   403   403      404
createIdentityProvider      401     409    403   403     403   403   403      201
updateIdentityProvider      401     200    403   403     403   403   403      404
removeIdentityProvider      401     200    403   403     403   403   403      404
removeIdentityProviders     401     200    403   403     403   403   403      404
restoreIdentityProviders    401     409    403   403     403   403   403      404
checkIdentityProvider       401     200    403   403     403   403   403      404
singleSignOnCallback        401     200    403   403     403   403   403      200
groupRoles                  401     200    403   403     403   403   403      200
groupRole                   401     200    403   403     403   403   403      404
createGroupRole             401     201    403   403     403   403   403      400
updateGroupRole             401     200    403   403     403   403   403      404
removeGroupRole             401     200    403   403     403   403   403      404
removeGroupRoles            401     200    403   403     403   403   403      404
restoreGroupRoles           401     200    403   403     403   403   403      404
beginSingleSignOn           404     404    404   404     404   404   404      404
completeSingleSignOn        401     401    401   401     401   401   401      401
columnChoices               401     200    200   200     200   200   200      200
saveColumnChoice            401     200    200   200     200   200   200      200
changes                     401     200    403   403     403   403   403      200
change                      401     200    403   403     403   403   403      404
previewImport               401     200    200   403     200   403   403      403
applyImport                 401     400    400   403     400   403   403      403
syncRuns                    401     200    200   403     200   403   403      404
runSync                     401     400    400   403     400   403   403      404
uploadSync                  401     200    200   403     200   403   403      404
adLinks                     401     200    200   200     200   200   404      404
previewClick                401     200    200   403     200   403   403      403
previewCvSetting            401     200    200   403     200   403   403      403
installation                401     200    200   403     200   403   403      404
setup                       401     200    200   403     200   403   403      403
loadSampleData              401     503    403   403     403   403   403      503
removeSampleData            401     503    403   403     403   403   403      503
testSend                    401     200    200   403     200   403   403      404
signatureKey                401     200    200   403     200   403   403      404
interactions                401     200    200   403     403   200   403      403
newerInteractions           401     200    200   403     403   200   403      403
interaction                 401     404    404   403     403   404   403      403
accesses                    401     200    200   403     403   200   403      403
newerAccesses               401     200    200   403     403   200   403      403
access                      401     404    404   403     403   404   403      403
conversions                 401     200    200   403     403   200   403      403
newerConversions            401     200    200   403     403   200   403      403
conversion                  401     404    404   403     403   404   403      403
visitorPath                 401     200    200   403     403   200   403      403
trace                       401     200    200   403     403   200   403      403
visitorData                 401     404    403   403     403   403   403      403
erasures                    401     200    403   403     403   403   403      403
requestErasure              401     404    403   403     403   403   403      403
results                     401     200    200   403     403   200   403      403
newerResults                401     200    200   403     403   200   403      403
decisions                   401     200    200   403     403   200   403      404
decideResults               401     200    403   403     403   403   403      200
takeBackResults             401     200    403   403     403   403   403      200
resultQueue                 401     200    200   403     403   200   403      403
newerResultQueue            401     200    200   403     403   200   403      403
queueAttempts               401     200    200   403     403   200   403      404
resendNotifications         401     200    403   403     403   403   403      200
pauseNetwork                401     200    403   403     403   403   403      404
resumeNetwork               401     200    403   403     403   403   403      404
planRecomputation           401     200    403   403     403   403   403      403
currentRecomputation        401     200    403   403     403   403   403      403
recomputation               401     200    403   403     403   403   403      404
applyRecomputation          401     409    403   403     403   403   403      404
cancelRecomputation         401     200    403   403     403   403   403      404
attributions                401     200    200   200     200   200   200      403
adSummaries                 401     200    200   200     200   200   200      403
timeSeries                  401     200    200   200     200   200   200      403
effects                     401     200    200   200     200   200   200      403
transitions                 401     200    200   200     200   200   200      403
cvInfo                      401     200    200   200     200   200   200      403
lpoAnalysis                 401     200    200   200     200   200   200      403
conversionPaths             401     200    200   200     200   200   200      403
modelsSideBySide            401     200    200   200     200   200   200      403
allocations                 401     200    200   200     200   200   200      403
whatIf                      401     200    200   200     200   200   200      403
reportProgress              401     200    200   200     200   200   200      200
errorReports                401     200    403   403     403   403   403      200
collectionStatus            401     200    403   403     403   403   403      200
reportError                 401     201    201   201     201   201   201      201
credit                      401     404    404   403     403   404   403      403
drilldownConversions        401     200    200   403     403   200   403      403
`;
/**
 * The scope that an API key needs for an operation; `person`: keys are refused, because the operation belongs to a
 * person's account or could give the key more rights; `public`: no caller is needed. The operations of a product's
 * entities need the scope `settings`, and downloads that of their list.
 */
const KEY_SCOPES = `
public                        signIn refreshTokens signOut forgotPassword resetPassword openResetLink
public                        openInvitation acceptInvitation
public                        answerChallenge beginPasskeyAnswer answerChallengeByPasskey openSharedBoard sharedBoardItem
public                        beginSingleSignOn completeSingleSignOn
person                        me myPermissions mySessions revokeSession revokeOtherSessions columnChoices saveColumnChoice
person                        savedViews savedView savedViewFigures createSavedView updateSavedView removeSavedView removeSavedViews restoreSavedViews
person                        reportBoards reportBoard createReportBoard updateReportBoard removeReportBoard removeReportBoards restoreReportBoards
person                        boardLinks boardLink createBoardLink revokeBoardLink
person                        mySecondFactor beginSecondFactor confirmSecondFactor renewRecoveryCodes removeSecondFactor removeRememberedDevice resetSecondFactor
person                        identityProviders identityProvider createIdentityProvider updateIdentityProvider removeIdentityProvider
person                        removeIdentityProviders restoreIdentityProviders checkIdentityProvider singleSignOnCallback
person                        groupRoles groupRole createGroupRole updateGroupRole removeGroupRole removeGroupRoles restoreGroupRoles
person                        removeAuthenticatorApp beginPasskey registerPasskey removePasskey
person                        createUser updateUser removeUser removeUsers restoreUsers createRole updateRole removeRole removeRoles restoreRoles
person                        createInvitation resendInvitation withdrawInvitation apiKeys apiKey createApiKey rotateApiKey revokeApiKey reportError
administration:read           users user invitations invitation roles role rolePermissions agencies agency companies company changes change
administration:read           errorReports collectionStatus visitorData erasures
administration:write          updateCompany createAgency updateAgency removeAgency removeAgencies restoreAgencies
administration:write          createProduct removeProduct removeProducts restoreProducts loadSampleData removeSampleData requestErasure
settings:read                 products product ad redirect asp syncSetting adLinks installation setup syncRuns
settings:write                updateProduct rotateConversionKey endPreviousConversionKey previewImport applyImport runSync uploadSync
settings:write                previewClick previewCvSetting testSend signatureKey
reports:read                  dayNotes dayNote reportDeliveries reportDelivery reportProgress
reports:read                  attributions adSummaries timeSeries effects transitions cvInfo lpoAnalysis conversionPaths modelsSideBySide allocations whatIf
reports:write                 createDayNote updateDayNote removeDayNote removeDayNotes restoreDayNotes
reports:write                 createReportDelivery updateReportDelivery removeReportDelivery removeReportDeliveries restoreReportDeliveries
interaction_log:read          interactions newerInteractions interaction
access_log:read               accesses newerAccesses access trace
cv_log:read                   conversions newerConversions conversion visitorPath credit drilldownConversions
result_notification_log:read  results newerResults decisions
result_queue:read             resultQueue newerResultQueue queueAttempts
result_queue:write            resendNotifications pauseNetwork resumeNetwork
cv_approval:write             decideResults takeBackResults
cv_approval:write             planRecomputation currentRecomputation recomputation applyRecomputation cancelRecomputation
`;
const [[, ...WHO] = [], ...ROWS] = TABLE.trim()
  .split('\n')
  .map(line => line.split(/ +/));

/**
 * The rights of a setting: users of the company change it, and an agency reads those of its products. They
 * apply to every entity of a product, except for the operations in the table above.
 */
const settingRights = ({ name, one: single, component }: (typeof entities)[number]): string => {
  const list = name.charAt(0).toUpperCase() + name.slice(1);
  return `
${name}             401     200    200   200     200   200   200      403
${single}           401     200    200   200     200   200   200      404
create${component}  401     201    201   403     201   403   403      403
update${component}  401     200    200   403     200   403   403      404
remove${component}  401     200    200   403     200   403   403      404
remove${list}       401     200    200   403     200   403   403      404
restore${list}      401     200    200   403     200   403   403      404`;
};
const SETTING_ROWS = entities
  .filter(({ fields }) => 'product_id' in fields)
  .flatMap(entity => settingRights(entity).trim().split('\n'))
  .map(line => line.split(/ +/));
const expected: Record<string, number[]> = Object.fromEntries(
  [...SETTING_ROWS, ...ROWS].map(([operation = '', ...statuses]) => [operation, statuses.map(Number)]),
);
/**
 * The downloads of a list have the rights of the list: the row `ads` also applies to `downloadAdsCsv` and
 * `downloadAdsXlsx`.
 */
const LISTS = [
  ...entities.map(({ name }) => name),
  'users',
  'invitations',
  'roles',
  'savedViews',
  'reportBoards',
  'boardLinks',
  'dayNotes',
  'changes',
  'apiKeys',
  'interactions',
  'accesses',
  'conversions',
  'results',
  'resultQueue',
  'adSummaries',
  'attributions',
  'effects',
  'timeSeries',
  'transitions',
  'cvInfo',
  'lpoAnalysis',
  'conversionPaths',
  'modelsSideBySide',
  'allocations',
  'whatIf',
];
for (const list of LISTS) {
  for (const format of ['Csv', 'Xlsx'])
    expected[`download${list.charAt(0).toUpperCase()}${list.slice(1)}${format}`] = expected[list] ?? [];
}
/**
 * The lists of files that are named after their screen: that of ads with their figures sends two queries, and the approval
 * has the rows of the result log.
 */
const SCREEN_FILES = { WorkingAds: 'adSummaries', Approvals: 'results' } as const;
for (const [file, list] of Object.entries(SCREEN_FILES))
  for (const format of ['Csv', 'Xlsx']) expected[`download${file}${format}`] = expected[list] ?? [];

/** Scope by operation. */
const scopeOf: Record<string, string> = Object.fromEntries([
  ...SETTING_ROWS.map(([operation = '', , , , agency]) => [
    operation,
    agency === '403' ? 'settings:write' : 'settings:read',
  ]),
  ...KEY_SCOPES.trim()
    .split('\n')
    .flatMap(line => {
      const [scope = '', ...names] = line.split(/ +/);
      return names.map(name => [name, scope]);
    }),
]);
for (const list of LISTS) {
  for (const format of ['Csv', 'Xlsx'])
    scopeOf[`download${list.charAt(0).toUpperCase()}${list.slice(1)}${format}`] = scopeOf[list] ?? '';
}
for (const [file, list] of Object.entries(SCREEN_FILES))
  for (const format of ['Csv', 'Xlsx']) scopeOf[`download${file}${format}`] = scopeOf[list] ?? '';

/** The keys: their scopes, and the person whose answers they get where the scopes allow the operation. */
const KEYS: Readonly<Record<string, { readonly level: 'read' | 'write'; readonly as: string }>> = {
  writing: { level: 'write', as: 'admin' },
  reading: { level: 'read', as: 'admin' },
  // Of another company.
  foreign: { level: 'write', as: 'foreign' },
  // Limited to a product of the company that no operation is about.
  limited: { level: 'write', as: 'foreign' },
};
const expectedOfKey = (operation: string, name: string): number => {
  const scope = scopeOf[operation] ?? '';
  const { level, as } = KEYS[name]!;
  const answered = expected[operation]?.[WHO.indexOf(as)] ?? 0;
  if (scope === 'public') return answered;
  if (scope === 'person' || (level === 'read' && scope.endsWith(':write'))) return 403;
  // A key that is limited to products has no scope for the whole company.
  return name === 'limited' && scope.startsWith('administration') ? 403 : answered;
};

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly schema: { readonly format?: string; readonly type?: string; readonly enum?: string[] };
  }[];
}

let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let operations: (Operation & { readonly method: string; readonly path: string })[];
/** Tokens by the names in the table; `nobody` has none. */
const tokens: Record<string, string> = {};
const made = {
  role: 0,
  updatedAt: '',
  spare: 0,
  invitation: 0,
  victim: 0,
  leaver: 0,
  foreignRole: 0,
  view: 0,
  viewedAt: '',
  spareView: 0,
  board: 0,
  boardAt: '',
  spareBoard: 0,
  link: 0,
  note: 0,
  notedAt: '',
  spareNote: 0,
  change: 0,
  apiKey: 0,
  agency: 0,
  sync: 0,
  result: 0,
  notice: 0,
  recomputation: 0,
};
/** The body of each update: the row as it is, so that the update changes nothing for later requests. */
const unchanged: Record<string, object> = {};

/**
 * The row that the operations of an entity use: the first one of the first product, which the first agency
 * may see.
 */
const firstOf: Record<string, number> = {};
/** Rows of the second product, by component, that can be deleted because no other operation uses them. */
const spares: Record<string, number> = {};

const levels = (level: 'none' | 'read') =>
  Object.fromEntries(PERMISSION_KEYS.map(key => [key, level])) as Permissions;

beforeAll(async () => {
  parts = await createTestParts();
  const { db } = parts;
  mine = await makeTenant(db, 'acme');
  const foreign = await makeTenant(db, 'rival');
  const makeRole = async (code: string, base: RoleBase, level: 'none' | 'read') =>
    one(
      await db
        .insert(role)
        .values({ companyId: mine.id, code, base, name: code, permissions: levels(level) })
        .returning(),
    );
  const makeUser = async (name: string, roleId: number, agencyId: number | null) =>
    one(
      await db
        .insert(user)
        .values({
          companyId: mine.id,
          name,
          email: `${name}@acme.example`,
          password: STORED_PASSWORD,
          roleId,
          agencyId,
        })
        .returning(),
    ).id;
  const [none, read, changed, spare] = [
    await makeRole('none', 'user', 'none'),
    await makeRole('read', 'agency', 'read'),
    await makeRole('changed', 'user', 'none'),
    await makeRole('spare', 'user', 'none'),
  ];
  await makeUser('none', none.id, null);
  await makeUser('read', read.id, mine.agencies[0]);
  await makeUser('agency2', mine.roles.agency, mine.agencies[1]);
  Object.assign(made, {
    role: changed.id,
    updatedAt: changed.updatedAt.toISOString(),
    spare: spare.id,
    victim: await makeUser('victim', mine.roles.user, null),
    leaver: await makeUser('leaver', mine.roles.user, null),
    foreignRole: foreign.roles.user,
    invitation: one(
      await db
        .insert(invitation)
        .values({
          companyId: mine.id,
          email: 'invited@acme.example',
          roleId: mine.roles.user,
          locale: 'ja',
          expiresAt: new Date(Date.now() + DAY),
        })
        .returning(),
    ).id,
    agency: one(await db.insert(agency).values({ companyId: mine.id, name: 'spare' }).returning()).id,
  });

  made.sync = one(
    await db
      .insert(syncSetting)
      .values({ companyId: mine.id, productId: mine.shelves[0].product, name: '手動', kind: 'costs' })
      .returning(),
  ).id;
  const [network, cvAdId] = [mine.shelves[0].asp, mine.shelves[0].ads[0]];
  const owner = { companyId: mine.id, productId: mine.shelves[0].product, aspId: network };
  made.result = one(
    await db
      .insert(result)
      .values({
        ...owner,
        cvAdId,
        resultType: 1,
        conversionId: '1',
        cvTime: new Date('2026-02-28'),
        ipAddress: '::1',
        approvalStatus: 0,
      })
      .returning(),
  ).id;
  const makeProvider = async (status: boolean) =>
    one(
      await db
        .insert(identityProvider)
        .values({
          companyId: mine.id,
          name: '社内ID',
          issuer: 'https://login.acme.example',
          clientId: 'touchpath',
          clientSecret: '',
          requestedScopes: 'openid',
          groupClaim: 'groups',
          emailDomains: ['acme.example'],
          unstatedEmails: false,
          forced: false,
          emergencyEmails: [],
          status,
        })
        .returning(),
    ).id;
  const makeGroupRole = async (groupName: string) =>
    one(
      await db
        .insert(groupRole)
        .values({ companyId: mine.id, groupName, roleId: mine.roles.user, priority: 1 })
        .returning(),
    ).id;
  await makeProvider(true);
  await makeGroupRole('社員');
  Object.assign(spares, {
    IdentityProvider: await makeProvider(false),
    GroupRole: await makeGroupRole('派遣'),
  });
  const days = {
    firstDay: '2026-02-01',
    lastDay: '2026-02-01',
    spanFrom: new Date('2026-01-31T15:00:00Z'),
    spanUntil: new Date('2026-02-01T15:00:00Z'),
    createdAt: new Date('2026-02-28'),
  };
  made.recomputation = one(
    await db
      .insert(recomputation)
      .values({
        companyId: mine.id,
        productId: mine.shelves[0].product,
        userId: mine.users.user,
        ipAddress: '::1',
        ...days,
        counts: NO_COUNTS,
        done: NO_CHANGES,
      })
      .returning(),
  ).id;
  const line = one(
    await db
      .insert(decision)
      .values({ companyId: mine.id, resultId: made.result, version: 1, toStatus: 0, rule: 'made' })
      .returning(),
  ).id;
  made.notice = one(
    await db
      .insert(notification)
      .values({ ...owner, resultId: made.result, decisionId: line, url: 'https://net.example/' })
      .returning(),
  ).id;
  const makeView = async () =>
    one(
      await db
        .insert(savedView)
        .values({
          companyId: mine.id,
          userId: mine.users.user,
          screen: 'ads',
          name: '共有',
          search: '',
          shared: true,
        })
        .returning(),
    );
  const [view, spareView] = [await makeView(), await makeView()];
  const makeBoard = async () =>
    one(
      await db
        .insert(reportBoard)
        .values({ companyId: mine.id, userId: mine.users.user, name: '週次', shared: true })
        .returning(),
    );
  const [board, spareBoard] = [await makeBoard(), await makeBoard()];
  Object.assign(made, { board: board.id, boardAt: board.updatedAt.toISOString(), spareBoard: spareBoard.id });
  made.link = one(
    await db
      .insert(boardLink)
      .values({
        companyId: mine.id,
        boardId: board.id,
        productId: mine.shelves[0].product,
        userId: mine.users.user,
        name: '顧客',
        expiresAt: new Date(Date.now() + DAY),
      })
      .returning(),
  ).id;
  const makeNote = async () =>
    one(
      await db
        .insert(dayNote)
        .values({
          companyId: mine.id,
          productId: mine.shelves[0].product,
          userId: mine.users.agency,
          day: '2026-02-28',
          text: 'テレビCM',
        })
        .returning(),
    );
  const [note, spareNote] = [await makeNote(), await makeNote()];
  Object.assign(made, { note: note.id, notedAt: note.updatedAt.toISOString(), spareNote: spareNote.id });
  Object.assign(made, { view: view.id, viewedAt: view.updatedAt.toISOString(), spareView: spareView.id });

  // Reports of derived data answer faster than those of events.
  const seen = {
    product: mine.shelves[0].product,
    visitor: 7,
    ts: Date.UTC(2026, 1, 28),
    ip: '203.0.113.9',
    bot: false,
  };
  await writeEvents(parts, {
    contacts: [{ ...seen, id: 2n, ad: cvAdId, cost: 0, repeated: false }],
    conversions: [{ ...seen, id: 3n, last: true, amount: 1 }],
  });
  const deriving = createDeriver(parts);
  await deriving.refresh();
  await deriving.close();

  Object.assign(spares, { Agency: made.agency, Product: mine.shelves[1].product });
  app = await createApp({
    parts: { ...parts, slices: oneSlice(rememberQueries(parts.columnar)) },
    collector: null,
  });
  const enter = async (email: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/v1/auth/signin/',
        payload: { company_id: 'acme', email, password: PASSWORD },
      })
    ).json<{ access: string }>().access;
  for (const who of ['admin', 'user', 'agency', 'none', 'read', 'agency2'])
    tokens[who] = await enter(`${who}@acme.example`);
  tokens['foreign'] = (await signIn(app, foreign, 'admin')).access;
  const author = { companyId: mine.id, userId: mine.users.admin, ip: '', at: new Date() };
  await recordChanges(parts.db, author, 'ads', [{ rowId: 1, action: 'create', before: null, after: {} }]);
  const [logged] = (await requesterOf(app, tokens['admin'] ?? '')('changes/?page_size=1')).body.results;
  made.change = Number(logged?.['id']);
  await makeKeys(foreign);
  for (const entity of entities) {
    const ask = requesterOf(app, tokens['admin'] ?? '');
    const firstIn = async (within: string) =>
      Number((await ask(`${entity.path}/?ordering=id&page_size=1${within}`)).body.results[0]?.['id']);
    if ('product_id' in entity.fields) {
      firstOf[entity.one] = await firstIn(`&product_id=${mine.shelves[0].product}`);
      spares[entity.component] = await firstIn(`&product_id=${mine.shelves[1].product}`);
    } else firstOf[entity.one] = await firstIn('');
    const { body } = await ask(`${entity.path}/${rowOf(entity.one)}/`);
    const writableFields = Object.entries(entity.fields)
      .filter(([, field]) => 'write' in field)
      .map(([name]) => [name, body[name]]);
    unchanged[updateOf(entity)] = { ...Object.fromEntries(writableFields), updated_at: body['updated_at'] };
    if (entity.writing !== undefined && 'create' in entity.writing)
      creations[`create${entity.component}`] = completeForm(entity.name, mine, mine.shelves[0]);
  }
  const paths = contractOf(app)['paths'] as Record<string, Record<string, Operation>>;
  const withoutId = ({ path }: { readonly path: string }) => path.replace('{id}', '');
  // A row is deleted by its id before lists of rows are restored: a redirect is not restored without its ad.
  operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
      })),
    )
    .toSorted((a, b) => (withoutId(a) < withoutId(b) ? -1 : Number(withoutId(a) > withoutId(b))));
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

/** Makes the keys, and one for the operations on keys. */
const makeKeys = async (foreign: Tenant): Promise<void> => {
  const { id: other } = one(
    await parts.db
      .insert(product)
      .values({ companyId: mine.id, name: '他', domain: 'other.example', url: 'https://other.example/' })
      .returning(),
  );
  const makeKey = async (
    name: string,
    who: { id: number; admin: number },
    form: Omit<ApiKeyValues, 'name' | 'expiresAt'>,
  ) => {
    const secret = newApiKeySecret();
    tokens[`key-${name}`] = secret;
    const author = { companyId: who.id, userId: who.admin, ip: '', at: new Date() };
    const stored = { hash: sha256(secret), prefix: secret.slice(0, 9) };
    return insertApiKey(
      parts.db,
      author,
      { ...form, name, expiresAt: null },
      { secret: stored, creation: null },
    );
  };
  const scopes = (level: 'read' | 'write') =>
    Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, level])) as ApiKeyScopes;
  const me = { id: mine.id, admin: mine.users.admin };
  await makeKey('writing', me, { scopes: scopes('write'), products: null });
  await makeKey('reading', me, { scopes: scopes('read'), products: null });
  await makeKey(
    'foreign',
    { id: foreign.id, admin: foreign.users.admin },
    { scopes: scopes('write'), products: null },
  );
  await makeKey('limited', me, { scopes: { ...scopes('write'), administration: 'none' }, products: [other] });
  made.apiKey = await makeKey('spare', me, { scopes: scopes('read'), products: null });
};

const updateOf = ({ one: name }: { readonly one: string }) =>
  `update${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The row that an operation with an id uses. */
const rowOf = (operationId: string): number | string => {
  const [shelf] = mine.shelves;
  const rows: Record<string, number | string> = {
    // A session that nobody has.
    revokeSession: '00000000-0000-4000-8000-000000000000',
    // A device that nobody has.
    removeRememberedDevice: 1,
    resetSecondFactor: mine.users.user,
    user: mine.users.user,
    updateUser: made.victim,
    removeUser: made.leaver,
    savedView: made.view,
    savedViewFigures: made.view,
    updateSavedView: made.view,
    removeSavedView: made.spareView,
    reportBoard: made.board,
    updateReportBoard: made.board,
    removeReportBoard: made.spareBoard,
    boardLink: made.link,
    revokeBoardLink: made.link,
    dayNote: made.note,
    updateDayNote: made.note,
    removeDayNote: made.spareNote,
    change: made.change,
    apiKey: made.apiKey,
    rotateApiKey: made.apiKey,
    revokeApiKey: made.apiKey,
    invitation: made.invitation,
    resendInvitation: made.invitation,
    withdrawInvitation: made.invitation,
    role: mine.roles.user,
    updateRole: made.role,
    removeRole: made.spare,
    removePasskey: 1,
    adLinks: shelf.ads[0],
    installation: shelf.product,
    rotateConversionKey: shelf.product,
    endPreviousConversionKey: shelf.product,
    testSend: shelf.asp,
    signatureKey: shelf.asp,
    decisions: made.result,
    queueAttempts: made.notice,
    pauseNetwork: shelf.asp,
    resumeNetwork: shelf.asp,
    recomputation: made.recomputation,
    applyRecomputation: made.recomputation,
    cancelRecomputation: made.recomputation,
    syncRuns: made.sync,
    runSync: made.sync,
    uploadSync: made.sync,
    ...firstOf,
  };
  for (const entity of entities) rows[updateOf(entity)] = rows[entity.one] ?? 0;
  rows['checkIdentityProvider'] = firstOf['identityProvider'] ?? 0;
  for (const [name, id] of Object.entries(spares)) rows[`remove${name}`] = id;
  const found = rows[operationId];
  if (found === undefined) throw new Error(`say which row ${operationId} is to be about`);
  return found;
};

/** The body of each creation of an entity. */
const creations: Record<string, object> = {};

/** A valid body, so that a refusal is due to the user. */
const bodyOf = (operationId: string, who: string): object | undefined => {
  const email = `${who}-${operationId}@acme.example`;
  const roleForm = {
    role_name: '役割',
    role_code: `by_${who.toLowerCase()}`,
    base: 'user',
    permissions: levels('read'),
  };
  const product_id = mine.shelves[0].product;
  const several = Object.fromEntries(
    entities.flatMap(({ name, one: single }) => {
      const id = spares[single.charAt(0).toUpperCase() + single.slice(1)];
      const list = name.charAt(0).toUpperCase() + name.slice(1);
      return id === undefined
        ? []
        : [
            [`remove${list}`, { ids: [id] }],
            [`restore${list}`, { ids: [id] }],
          ];
    }),
  );
  const bodies: Record<string, object> = {
    ...unchanged,
    ...several,
    ...creations,
    // Without products, so that the body is valid for another company's administrator, too.
    createAgency: { agency_name: '代理店' },
    // A page has one setting only, so each user creates another.
    createAnalyzeSetting: {
      ...completeForm('analyzeSettings', mine, mine.shelves[0]),
      analyze_page:
        ({ admin: 'cv', user: 'lpo', 'key-writing': 'allocation' } as Record<string, string>)[who] ?? 'term',
    },
    // Files as JSON. The import to apply was never previewed, and the import to run has no source.
    previewImport: [{ name: '広告', redirect_url: 'https://shop.example/' }],
    applyImport: [{}],
    uploadSync: [{ ad_id: mine.shelves[0].ads[0], day: '2026-02-28', cost: 1 }],
    previewClick: {
      product_id,
      redirect_url: 'https://shop.example/',
      lpo_flag: false,
      lpo_entries: [],
      dynamic_lpurl: false,
      own_parameters: false,
      parameters: {},
    },
    previewCvSetting: {
      product_id,
      cv_condition: 1,
      cv_page_url: '/thanks',
      route_page_url: '',
      button_selector: '',
    },
    testSend: { result_method: 1, cv_tag: '<img>' },
    decideResults: { to: 1, key: `decide-${who}`, results: [{ id: made.result, version: 1 }] },
    takeBackResults: { key: `take-back-${who}`, results: [{ id: made.result, version: 2 }] },
    resendNotifications: { ids: [made.notice] },
    reportError: { place: '/dashboard', code: 'unknown', message: '' },
    // The plan to apply was never previewed.
    requestErasure: { product_id, visitor_id: '1' },
    planRecomputation: { product_id, from: '2026-02-01', to: '2026-02-28' },
    applyRecomputation: { digest: 'x' },
    signIn: { company_id: 'acme', email, password: 'x' },
    beginSingleSignOn: { company_id: 'nobody' },
    completeSingleSignOn: { query: 'code=x&state=x' },
    answerChallenge: { challenge: 'x', code: '000000' },
    beginPasskeyAnswer: { challenge: 'x' },
    answerChallengeByPasskey: { challenge: 'x', credential: 'x' },
    removeAuthenticatorApp: { current_password: PASSWORD },
    beginPasskey: { current_password: PASSWORD },
    registerPasskey: { name: 'é', credential: 'x' },
    removePasskey: { current_password: PASSWORD },
    beginSecondFactor: { current_password: PASSWORD },
    confirmSecondFactor: { code: 'x' },
    renewRecoveryCodes: { current_password: PASSWORD },
    removeSecondFactor: { current_password: PASSWORD },
    resetSecondFactor: { current_password: PASSWORD },
    refreshTokens: { refresh: 'x' },
    signOut: { refresh: 'x' },
    forgotPassword: { company_id: 'acme', email },
    resetPassword: { token: 'x', password: '新しい合言葉は銀河 2026' },
    openResetLink: { token: 'x' },
    createInvitation: { email, role: who === 'foreign' ? made.foreignRole : mine.roles.user },
    openInvitation: { token: 'x' },
    acceptInvitation: { token: 'x', user_name: '新人', password: '新しい合言葉は銀河 2026' },
    createUser: {
      user_name: '新人',
      email,
      role: who === 'foreign' ? made.foreignRole : mine.roles.user,
      password: '新しい合言葉は銀河 2026',
    },
    createSavedView: { screen: 'ads', name: '私の' },
    updateSavedView: { screen: 'ads', name: '共有', updated_at: made.viewedAt },
    createApiKey: {
      name: `key of ${who}`,
      scopes: Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, 'read'])),
    },
    rotateApiKey: { overlap_hours: 1 },
    createReportBoard: { name: '週次' },
    updateReportBoard: { name: '週次', updated_at: made.boardAt },
    removeReportBoards: { ids: [made.spareBoard] },
    restoreReportBoards: { ids: [made.spareBoard] },
    createBoardLink: { board_id: made.board, product_id, name: '顧客' },
    openSharedBoard: { token: 'x' },
    sharedBoardItem: { token: 'x', item: 0 },
    createDayNote: { product_id: mine.shelves[0].product, day: '2026-02-28', text: '障害' },
    updateDayNote: { day: '2026-02-28', text: 'テレビCM', updated_at: made.notedAt },
    removeDayNotes: { ids: [made.spareNote] },
    restoreDayNotes: { ids: [made.spareNote] },
    saveColumnChoice: { screen: 'ads', hidden: ['asp'] },
    removeSavedViews: { ids: [made.spareView] },
    restoreSavedViews: { ids: [made.spareView] },
    removeRoles: { ids: [made.spare] },
    restoreRoles: { ids: [made.spare] },
    removeUsers: { ids: [made.leaver] },
    restoreUsers: { ids: [made.leaver] },
    updateUser: { password: '新しい合言葉は銀河 2026', current_password: PASSWORD },
    createRole: roleForm,
    updateRole: { ...roleForm, role_code: 'changed', updated_at: made.updatedAt },
  };
  return bodies[operationId];
};

/** Values of text parameters that accept only certain texts. */
const TEXTS: Readonly<Record<string, string>> = {
  id: '1',
  visitor_id: '1',
  conversion_id: '1',
  key: 'total',
  newer_than: writeCursor({ ms: 0, id: '0' }),
};

/** A valid value for a required parameter of an operation. */
const parameterValue = (
  name: string,
  schema: NonNullable<Operation['parameters']>[number]['schema'],
): string => {
  if (name === 'product_id') return String(mine.shelves[0].product);
  const known = TEXTS[name] ?? schema.enum?.[0];
  if (known !== undefined) return known;
  if (schema.format === 'date') return '2026-02-28';
  return schema.type === 'string' ? 'x' : '1';
};

const addressOf = ({ operationId, path, parameters = [] }: Operation & { path: string }): string => {
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of parameters) {
    if (place !== 'query' || !(required || ['product_id', 'from', 'to'].includes(name))) continue;
    query.set(name, parameterValue(name, schema));
  }
  return `${path.includes('{id}') ? path.replace('{id}', String(rowOf(operationId))) : path}${query.size > 0 ? `?${query}` : ''}`;
};

/** Excel files are requested like the CSV files of the same lists: outside the long form, one of them is enough. */
const isRequested = (operationId: string): boolean =>
  isLong || !/^download.*Xlsx$/.test(operationId) || operationId === 'downloadAdsXlsx';

/** The statuses of all operations for some callers, and the codes of all refusals. */
const answersTo = async (callers: readonly string[]) => {
  const answered: Record<string, number[]> = {};
  const codes: string[] = [];
  for (const operation of operations.filter(({ operationId }) => isRequested(operationId))) {
    const put = async (who: string): Promise<number> => {
      // Making a body takes longer than the smallest answers.
      const payload = operation.method === 'GET' ? undefined : bodyOf(operation.operationId, who);
      const answer = await app.inject({
        method: operation.method as 'GET',
        url: addressOf(operation),
        remoteAddress: `198.51.100.${callers.indexOf(who) + 1}`,
        headers: tokens[who] === undefined ? {} : { authorization: `Bearer ${tokens[who]}` },
        ...(payload && { payload }),
      });
      if (answer.statusCode >= 400) codes.push(answer.json<Body>().code);
      return answer.statusCode;
    };
    // Reading requests do not affect each other and run in parallel; downloads run one by one.
    const isConcurrent = operation.method === 'GET' && !operation.operationId.startsWith('download');
    const statuses: number[] = isConcurrent ? await Promise.all(callers.map(put)) : [];
    if (!isConcurrent) for (const who of callers) statuses.push(await put(who));
    answered[operation.operationId] = statuses;
  }
  return { answered, codes: [...new Set(codes)].toSorted() };
};

describe('every operation', () => {
  it('is in the table, which has no other operations', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(expected).toSorted(),
    );
    for (const [operation, statuses] of Object.entries(expected))
      expect([operation, statuses.length]).toEqual([operation, WHO.length]);
    expect(Object.keys(scopeOf).toSorted(), 'scopes of API keys').toEqual(Object.keys(expected).toSorted());
  });

  it('is answered to each user as the table states', async () => {
    const { answered, codes } = await answersTo(WHO);
    expect(answered).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([operation]) => isRequested(operation))),
    );
    expect(codes, 'codes of all refusals').toEqual([
      'challenge_ended',
      'conflict',
      'forbidden',
      'invalid',
      'invitation_refused',
      'key_ended',
      'no_permission_for_data',
      'not_found',
      'passkey_not_registered',
      'previous_key_valid',
      'provider_exists',
      'reset_refused',
      'second_factor_absent',
      'session_ended',
      'shared_board_ended',
      'signin_refused',
      'single_sign_on_ended',
      'single_sign_on_unavailable',
      'unauthenticated',
      'unavailable',
    ]);
  }, 240_000);

  it('is answered to each API key as its scope, its products and its administrator allow', async () => {
    const names = Object.keys(KEYS);
    const { answered, codes } = await answersTo(names.map(name => `key-${name}`));
    expect(answered).toEqual(
      Object.fromEntries(
        Object.keys(expected)
          .filter(isRequested)
          .map(operation => [operation, names.map(name => expectedOfKey(operation, name))]),
      ),
    );
    expect(codes).toContain('person_required');
    expect(codes).toContain('key_scope_missing');
    // A scope is missing, or a person is needed: the role of the administrator forbids nothing.
    expect(codes).not.toContain('forbidden');
  }, 240_000);
});
