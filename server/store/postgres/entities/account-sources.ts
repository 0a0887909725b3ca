import { and, eq, exists, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { grantsOf, writeGrants } from './agencies.ts';
import type { Database } from '../engine/database.ts';
import {
  agency,
  apiKey,
  apiKeySecret,
  boardLink,
  change,
  company,
  dayNote,
  groupRole,
  hasIdentity,
  hasSecondFactor,
  identityProvider,
  invitation,
  isProvisioned,
  mail,
  product,
  reportBoard,
  role,
  savedView,
  user,
} from '../schema/index.ts';
import { SECOND_FACTOR_POLICY } from '../../../http/visibility.ts';
import { lifecycleColumnsOf, type ReaderTexts, type Source } from './source.ts';

export const companies = {
  table: company,
  tenant: company.id,
  columns: {
    company_code: company.code,
    company_name: company.name,
    department_name: company.departmentName,
    contact_name: company.contactName,
    contact_mail: company.contactMail,
    login_allowed_ips: company.loginAllowedIps,
    second_factor: company.secondFactor,
    ...lifecycleColumnsOf(company),
  },
  // Agencies may see the name of their company; its other fields are internal.
  ofAgency: () => undefined,
} satisfies Source;

export const agencies = {
  table: agency,
  columns: {
    agency_id: agency.id,
    agency_name: agency.name,
    description: agency.description,
    products: grantsOf,
    ...lifecycleColumnsOf(agency),
  },
  links: { products: writeGrants },
  ofAgency: ({ agencyId }) => eq(agency.id, agencyId),
} satisfies Source;

/** The name of a role in the language of the reader, if it is a built-in one that the company has not renamed. */
const roleNameIn = ({ roles, storedRoles }: ReaderTexts) => ({
  role_name: sql<string>`case when ${role.code} = ${role.base} and ${role.name} = (${storedRoles}::jsonb ->> ${role.base})
    then ${roles}::jsonb ->> ${role.base} else ${role.name} end`,
});

export const users = {
  table: user,
  columns: {
    user_id: user.id,
    user_name: user.name,
    email: user.email,
    role: user.roleId,
    role_name: role.name,
    role_code: role.code,
    agency: user.agencyId,
    agency_name: agency.name,
    last_login: user.lastLogin,
    second_factor: hasSecondFactor,
    provisioned: isProvisioned,
    ...lifecycleColumnsOf(user),
  },
  worded: roleNameIn,
  join: query =>
    query
      .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, user.companyId)))
      .leftJoin(agency, and(eq(agency.id, user.agencyId), eq(agency.companyId, user.companyId))),
  ofAgency: limit => eq(user.id, limit.userId),
} satisfies Source;

const inviter = alias(user, 'inviter');

/** Whether the newest email of an invitation was given up; sending it again removes the former ones. */
const hasDeadMail = sql`exists (select 1 from ${mail} where ${mail.state} = 'dead'
  and ${mail.mailOrder} ->> 'kind' = 'invitation' and ${mail.mailOrder} ->> 'invitationId' = ${invitation.id}::text)`;

/** Accepted invitations are users, and no longer listed. */
export const invitations = {
  table: invitation,
  columns: {
    invitation_id: invitation.id,
    email: invitation.email,
    role: invitation.roleId,
    role_name: role.name,
    agency: invitation.agencyId,
    agency_name: agency.name,
    locale: invitation.locale,
    state: sql<string>`case when not ${invitation.status} then 'withdrawn'
      when ${invitation.expiresAt} <= now() then 'expired' when ${hasDeadMail} then 'undelivered' else 'open' end`,
    expires_at: invitation.expiresAt,
    invited_by: inviter.name,
    ...lifecycleColumnsOf(invitation),
  },
  worded: roleNameIn,
  join: query =>
    query
      .innerJoin(role, and(eq(role.id, invitation.roleId), eq(role.companyId, invitation.companyId)))
      .leftJoin(agency, and(eq(agency.id, invitation.agencyId), eq(agency.companyId, invitation.companyId)))
      .leftJoin(
        inviter,
        and(eq(inviter.id, invitation.invitedBy), eq(inviter.companyId, invitation.companyId)),
      ),
  // Addresses of people who are not users yet are internal to the company.
  ofAgency: () => sql`false`,
  ofCompany: () => isNull(invitation.acceptedAt),
} satisfies Source;

export const roles = {
  table: role,
  columns: {
    role_id: role.id,
    role_name: role.name,
    role_code: role.code,
    base: role.base,
    permissions: role.permissions,
    ...lifecycleColumnsOf(role),
  },
  worded: roleNameIn,
  ofAgency: (limit, db) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(user)
        .where(and(eq(user.roleId, role.id), eq(user.companyId, role.companyId), eq(user.id, limit.userId))),
    ),
} satisfies Source;

type OwnedTable = typeof savedView | typeof reportBoard | typeof boardLink | typeof dayNote;

/** Restricts rows to those whose author is a user of a kind. */
const madeBy = (db: Database, { userId, companyId }: OwnedTable, whom: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(user)
      .where(and(eq(user.id, userId), eq(user.companyId, companyId), whom)),
  );

export const savedViews = {
  table: savedView,
  columns: {
    user_id: savedView.userId,
    user_name: user.name,
    screen: savedView.screen,
    name: savedView.name,
    address: savedView.search,
    hidden: savedView.hidden,
    shared: savedView.shared,
    ...lifecycleColumnsOf(savedView),
  },
  join: query =>
    query.innerJoin(user, and(eq(user.id, savedView.userId), eq(user.companyId, savedView.companyId))),
  // A saved view reveals its author's query, so it is shared only among the company's own users or within one agency.
  ofAgency: ({ agencyId }, db) => madeBy(db, savedView, eq(user.agencyId, agencyId)),
  ofCompany: db => madeBy(db, savedView, isNull(user.agencyId)),
  ofUser: userId => or(eq(savedView.userId, userId), eq(savedView.shared, true)),
} satisfies Source;

const ofSecret = and(eq(apiKeySecret.apiKeyId, apiKey.id), eq(apiKeySecret.companyId, apiKey.companyId));

/** The prefix and the user of a key are those of its newest secret. */
export const apiKeys = {
  table: apiKey,
  columns: {
    api_key_id: apiKey.id,
    name: apiKey.name,
    prefix: apiKeySecret.prefix,
    scopes: apiKey.scopes,
    products: apiKey.products,
    state: sql<string>`case when not ${apiKey.status} then 'revoked'
      when ${apiKey.expiresAt} <= now() then 'expired'
      when not (${user.status} and ${role.status} and ${role.base} = 'admin') then 'suspended' else 'active' end`,
    expires_at: apiKey.expiresAt,
    previous_secret_until: sql`(select max(previous.expires_at) from ${apiKeySecret} as previous
      where previous.company_id = ${apiKey.companyId} and previous.api_key_id = ${apiKey.id} and previous.expires_at > now())`.mapWith(
      apiKey.expiresAt,
    ),
    last_used_at: apiKey.lastUsedAt,
    last_used_address: apiKey.lastUsedAddress,
    user_id: apiKeySecret.userId,
    user_name: user.name,
    ...lifecycleColumnsOf(apiKey),
  },
  join: query =>
    query
      .innerJoin(apiKeySecret, and(ofSecret, isNull(apiKeySecret.expiresAt)))
      .innerJoin(user, and(eq(user.id, apiKeySecret.userId), eq(user.companyId, apiKey.companyId)))
      .innerJoin(role, and(eq(role.id, user.roleId), eq(role.companyId, apiKey.companyId))),
  ofAgency: () => sql`false`,
} satisfies Source;

export const identityProviders = {
  table: identityProvider,
  columns: {
    name: identityProvider.name,
    issuer: identityProvider.issuer,
    client_id: identityProvider.clientId,
    client_secret: identityProvider.clientSecret,
    requested_scopes: identityProvider.requestedScopes,
    group_claim: identityProvider.groupClaim,
    email_domains: identityProvider.emailDomains,
    unstated_emails: identityProvider.unstatedEmails,
    default_role: identityProvider.defaultRoleId,
    forced: identityProvider.forced,
    emergency_emails: identityProvider.emergencyEmails,
    callback_url: sql<string>`''`,
    scim_url: sql<string>`''`,
    ...lifecycleColumnsOf(identityProvider),
  },
  ofAgency: () => sql`false`,
} satisfies Source;

export const groupRoles = {
  table: groupRole,
  columns: {
    group_name: groupRole.groupName,
    role: groupRole.roleId,
    role_name: role.name,
    priority: groupRole.priority,
    ...lifecycleColumnsOf(groupRole),
  },
  worded: roleNameIn,
  join: query =>
    query.innerJoin(role, and(eq(role.id, groupRole.roleId), eq(role.companyId, groupRole.companyId))),
  ofAgency: () => sql`false`,
} satisfies Source;

const wasCreated = sql`${change.before} is null or ${change.before} = 'null'`;
const valueBefore = sql`case when ${wasCreated} then '' else coalesce((${change.before} -> changed.key)::text, '') || ' → ' end`;

/** Entries that change no row (sign-ins, downloads, mails, uses of keys) have the words of their own list. */
const wordedList = sql`case when ${change.action} in ('create', 'update', 'remove', 'restore') then ${change.entity} else 'access_line' end`;

/** The name of a field, or of a part of its value, as the reader sees it. */
const shownName = (key: SQL) =>
  sql`coalesce(words.texts #>> array['names', ${wordedList}, ${key}], words.texts #>> array['names', '*', ${key}], ${key})`;

/** A plain value as the reader sees it: the words of its code, else its text. @param json the stored value */
const plainValue = (key: SQL, json: SQL) => {
  const text = sql`(${json} #>> '{}')`;
  const found = (list: SQL, field: SQL) => sql`words.texts #>> array['values', ${list}, ${field}, ${text}]`;
  return sql`coalesce(nullif(coalesce(${found(wordedList, key)}, ${found(sql`'*'`, key)},
    case when jsonb_typeof(${json}) = 'boolean' then ${found(sql`'*'`, sql`'flag'`)} end, ${text}), ''), '-')`;
};

/** The items of a list, each as `one` shows it. */
const listedValue = (json: SQL, item: string, separator: string, one: (item: SQL) => SQL): SQL =>
  sql`coalesce(nullif((select string_agg(${one(sql.raw(`${item}.value`))}, ${separator}) from jsonb_array_elements(${json}) as ${sql.raw(item)}), ''), '-')`;

/** The parts of an object, each with its name; a part that is a list is a list of plain values. */
const partsOf = (json: SQL, colon: string): SQL => {
  const [key, value] = [sql`part.key`, sql`part.value`];
  const shown = sql`case jsonb_typeof(${value}) when 'array' then ${listedValue(value, 'piece', ', ', piece => plainValue(key, piece))} else ${plainValue(key, value)} end`;
  return sql`coalesce((select string_agg(${shownName(key)} || ${colon}::text || ${shown}, ', ' order by ${key}) from jsonb_each(${json}) as part), '-')`;
};

/** A value of a changed field in words. @param json the stored value */
const shownValue = (json: SQL, colon: string): SQL => {
  const key = sql`changed.key`;
  const item = (one: SQL) =>
    sql`case jsonb_typeof(${one}) when 'object' then ${partsOf(one, colon)} else ${plainValue(key, one)} end`;
  return sql`case jsonb_typeof(${json}) when 'object' then ${partsOf(json, colon)} when 'array' then ${listedValue(json, 'item', ' / ', item)} else ${plainValue(key, json)} end`;
};

/** The changed fields of an entry by the names that the reader sees. */
const differenceIn = ({ changes: texts, colon }: ReaderTexts) => ({
  difference: sql<string>`array_to_string(array(select
      ${shownName(sql`changed.key`)}
      || ${colon}::text || case when ${wasCreated} then '' else ${shownValue(sql`(${change.before} -> changed.key)`, colon)} || ' → ' end
      || ${shownValue(sql`changed.value`, colon)}
    from (select ${texts}::jsonb as texts) as words, jsonb_each(${change.after}) as changed order by changed.key), ' · ')`,
});

/** The audit log. Its entries are neither changed nor deleted. */
export const changes = {
  table: change,
  columns: {
    changed_at: change.changedAt,
    user_id: change.userId,
    user_name: user.name,
    api_key_id: change.apiKeyId,
    api_key_name: apiKey.name,
    ip_address: change.ipAddress,
    ua: change.userAgent,
    action: change.action,
    entity: change.entity,
    row_id: change.rowId,
    difference: sql<string>`array_to_string(array(select changed.key || ': ' || ${valueBefore} || changed.value::text from jsonb_each(${change.after}) as changed order by changed.key), ', ')`,
    changed_fields: sql<string>`to_jsonb(array(select jsonb_object_keys(${change.after}) order by 1))::text`,
    fields: sql<unknown>`jsonb_build_object('before', ${change.before}, 'after', ${change.after})`,
    status: sql<boolean>`true`,
    updated_at: change.changedAt,
  },
  worded: differenceIn,
  join: query =>
    query
      .leftJoin(user, and(eq(user.id, change.userId), eq(user.companyId, change.companyId)))
      .leftJoin(apiKey, and(eq(apiKey.id, change.apiKeyId), eq(apiKey.companyId, change.companyId))),
  ofAgency: () => sql`false`,
} satisfies Source;

export const reportBoards = {
  table: reportBoard,
  columns: {
    user_id: reportBoard.userId,
    user_name: user.name,
    name: reportBoard.name,
    items: reportBoard.items,
    shared: reportBoard.shared,
    ...lifecycleColumnsOf(reportBoard),
  },
  join: query =>
    query.innerJoin(user, and(eq(user.id, reportBoard.userId), eq(user.companyId, reportBoard.companyId))),
  // As of saved views: shared among the company's own users, or within one agency.
  ofAgency: ({ agencyId }, db) => madeBy(db, reportBoard, eq(user.agencyId, agencyId)),
  ofCompany: db => madeBy(db, reportBoard, isNull(user.agencyId)),
  ofUser: userId => or(eq(reportBoard.userId, userId), eq(reportBoard.shared, true)),
} satisfies Source;

/** Whether a user has the second factor that the company requires, as `lacksSecondFactor` decides for a viewer. */
const meetsSecondFactor = sql`(${hasSecondFactor} or ${hasIdentity} or case ${role.base}
  when 'admin' then ${company.secondFactor} < ${SECOND_FACTOR_POLICY.administrators}
  else ${company.secondFactor} < ${SECOND_FACTOR_POLICY.everybody} end)`;

/**
 * Whether the maker of a link still signs in and sees its product and its board. Links of an agency are listed for the
 * agency, and only while it sees their product, so its grants need no look here. It reads the rows itself, as the link
 * is also selected without its joins, before it is changed.
 */
const makerSeesBoard = sql`exists (select 1 from ${user}
  join ${role} on ${role.id} = ${user.roleId} and ${role.companyId} = ${user.companyId} and ${role.status}
  join ${company} on ${company.id} = ${user.companyId} and ${meetsSecondFactor}
  join ${product} on ${product.id} = ${boardLink.productId} and ${product.companyId} = ${user.companyId} and ${product.status}
  join ${reportBoard} on ${reportBoard.id} = ${boardLink.boardId} and ${reportBoard.companyId} = ${user.companyId}
    and ${reportBoard.status} and (${reportBoard.userId} = ${user.id} or ${reportBoard.shared})
  where ${user.id} = ${boardLink.userId} and ${user.companyId} = ${boardLink.companyId} and ${user.status})`;

/** Everybody who sees a board sees its links, which are listed without their tokens. */
export const boardLinks = {
  table: boardLink,
  columns: {
    board_id: boardLink.boardId,
    product_id: boardLink.productId,
    product_name: product.name,
    user_id: boardLink.userId,
    user_name: user.name,
    name: boardLink.name,
    title: boardLink.title,
    brand: boardLink.brand,
    locale: boardLink.locale,
    state: sql<string>`case when not ${boardLink.status} then 'revoked'
      when ${boardLink.expiresAt} <= now() then 'expired'
      when not ${makerSeesBoard} then 'suspended' else 'open' end`,
    expires_at: boardLink.expiresAt,
    openings: boardLink.openings,
    last_opened_at: boardLink.lastOpenedAt,
    ...lifecycleColumnsOf(boardLink),
  },
  join: query =>
    query
      .innerJoin(user, and(eq(user.id, boardLink.userId), eq(user.companyId, boardLink.companyId)))
      .innerJoin(
        product,
        and(eq(product.id, boardLink.productId), eq(product.companyId, boardLink.companyId)),
      ),
  ofAgency: ({ agencyId, products }, db) =>
    and(inArray(boardLink.productId, [...products]), madeBy(db, boardLink, eq(user.agencyId, agencyId))),
  ofCompany: db => madeBy(db, boardLink, isNull(user.agencyId)),
  ofUser: userId =>
    or(
      eq(boardLink.userId, userId),
      sql`exists (select 1 from ${reportBoard} where ${reportBoard.id} = ${boardLink.boardId}
        and ${reportBoard.companyId} = ${boardLink.companyId}
        and (${reportBoard.userId} = ${userId} or ${reportBoard.shared}))`,
    ),
} satisfies Source;

export const dayNotes = {
  table: dayNote,
  columns: {
    product_id: dayNote.productId,
    user_id: dayNote.userId,
    user_name: user.name,
    day: dayNote.day,
    text: dayNote.text,
    ...lifecycleColumnsOf(dayNote),
  },
  join: query =>
    query.innerJoin(user, and(eq(user.id, dayNote.userId), eq(user.companyId, dayNote.companyId))),
  // The company's notes are internal. An agency sees its own, on the products granted to it; the company sees all.
  ofAgency: ({ agencyId, products }, db) =>
    and(inArray(dayNote.productId, [...products]), madeBy(db, dayNote, eq(user.agencyId, agencyId))),
} satisfies Source;
