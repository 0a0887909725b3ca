import type { Draft, Drafted } from './draft.ts';
import { pluralOf, readName, type Names } from './names.ts';

/** Generator of a log over the table of page views, with their permissions, until the log reads its own table. */

const constantOf = ({ snake }: Names): string => snake.toUpperCase();

const tableOf = (one: Names, list: Names): string => `
export const ${constantOf(list)}: EventTable = {
  table: 'access',
  id: 'access_id',
  repeats: false,
  ads: 'clicked',
  columns: \`access_url, referrer, \${CLIENT}\`,
  before: 'count() AS contacts',
  filtered: ACCESS_COLUMNS,
};
export interface Stored${one.pascal} extends StoredEvent, Client {
  readonly access_url: string;
  readonly referrer: string;
}
`;

const serverLogOf = (
  one: Names,
  list: Names,
): string => `import { Type, type Static } from '@fastify/type-provider-typebox';
import { Closed, component, EventId, Time } from '../http/schemas.ts';
import { ${constantOf(list)}, type Stored${one.pascal} } from '../store/clickhouse/logs/event-tables.ts';
import type { EventLog } from './log.ts';
import { client, clientOf, commonParameters, flags, flagsOf, OnlyEvent } from './shared.ts';

const ${one.pascal} = component(
  '${one.pascal}',
  Closed({
    access_id: EventId(),
    access_time: Time('Time of the page view'),
    visitor_id: EventId(),
    ip_address: Type.String(),
    access_url: Type.String(),
    referrer: Type.String(),
    ...client,
    ...flags,
  }),
);
type ${one.pascal} = Static<(typeof ${one.pascal})['schema']>;

export const ${one.camel}Log: EventLog<Stored${one.pascal}, ${one.pascal}> = {
  list: '${list.camel}',
  one: '${one.camel}',
  title: 'log.${one.camel}.title',
  summary: '${list.title}, newest first',
  permission: 'access_log',
  table: ${constantOf(list)},
  row: ${one.pascal},
  parameters: { ...commonParameters, access_id: OnlyEvent('Only this row') },
  named: {},
  showing: () =>
    Promise.resolve(row => ({
      access_id: row.event_id,
      access_time: new Date(row.ms).toISOString(),
      visitor_id: row.visitor_id,
      ip_address: row.ip,
      access_url: row.access_url,
      referrer: row.referrer,
      ...clientOf(row),
      ...flagsOf(row),
    })),
};
`;

const operationsOf = (list: Names): string => `query ${list.pascal}(
  $product_id: Int!, $from: String!, $to: String!, $show: String, $where: String, $ordering: String, $after: String, $limit: Int
) {
  page: ${list.camel}(product_id: $product_id, from: $from, to: $to, show: $show, where: $where, ordering: $ordering, after: $after, limit: $limit) {
    next
    reached
    latest
    total
    total_estimated
    left_out { bot excluded_ip }
    results { access_id access_time visitor_id ip_address access_url referrer ua device os os_ver browser browser_ver bot excluded }
  }
}

query Newer${list.pascal}($product_id: Int!, $from: String!, $to: String!, $show: String, $where: String, $newer_than: String!) {
  newer: newer${list.pascal}(product_id: $product_id, from: $from, to: $to, show: $show, where: $where, newer_than: $newer_than) { count }
}
`;

const descriptorOf = (
  one: Names,
  list: Names,
): string => `import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  ${list.pascal}Document,
  Newer${list.pascal}Document,
  type ${list.pascal}Query,
} from '../../graphql/generated/graphql.ts';
import {
  CLIENT_FILTERS,
  defineLog,
  leftOut,
  type LogAnswer,
  type LogParameters,
  type NewerAnswer,
  type NewerParameters,
} from './log.ts';
import type { Present } from './row.ts';

type Raw = Present<Present<${list.pascal}Query['page']>['results']>;
type ${one.pascal} = Raw & { readonly left_out: string };

export const ${one.camel}Log = defineLog<Raw, ${one.pascal}>({
  name: '${one.camel}',
  list: '${list.camel}',
  path: 'logs/${list.snake}',
  operation: ${list.pascal}Document as TypedDocumentNode<LogAnswer<Raw>, LogParameters>,
  newer: Newer${list.pascal}Document as TypedDocumentNode<NewerAnswer, NewerParameters>,
  row: raw => ({ ...raw, left_out: leftOut(raw) }),
  key: 'access_id',
  permission: 'access_log',
  flagged: true,
  filters: [
    { field: 'access_url', kind: 'text' },
    { field: 'access_id', kind: 'id' },
    { field: 'access_time', kind: 'time' },
    ...CLIENT_FILTERS,
  ],
  sorted: ['access_time', 'access_url', 'visitor_id', 'access_id', 'ip_address'],
  columns: [
    { field: 'access_time', format: 'time' },
    { field: 'access_url', format: 'address', size: 280 },
    { field: 'visitor_id', format: 'id' },
    { field: 'access_id', format: 'id' },
    { field: 'ip_address', format: 'address', size: 152 },
    { field: 'referrer', format: 'address' },
    { field: 'left_out', format: 'tags' },
  ],
});
`;

const screenOf = ({
  camel,
  kebab,
}: Names): string => `import { ${camel}Log } from '../../resources/${kebab}-log.ts';
import { LogScreen } from './log-screen.tsx';

/** /log/${kebab} */
export const Screen = () => <LogScreen log={${camel}Log} />;
`;

const routeOf = ({ camel, kebab }: Names): string => `import { screen } from './screen.ts';

export const ${camel}LogRoute = screen(
  '/log/${kebab}',
  'log.${camel}.title',
  () => import('../screens/log/${kebab}.tsx'),
);
`;

/** Status codes by user, in the columns of the permission table: of a list, and of a missing row. */
const LIST_RIGHTS = '401     200    200   403     403   200   403      403';
const ROW_RIGHTS = '401     404    404   403     403   404   403      403';

const draftServer = (draft: Draft, one: Names, list: Names): void => {
  draft.create(`server/event-logs/${list.kebab}.ts`, serverLogOf(one, list));
  draft.append('server/store/clickhouse/logs/event-tables.ts', tableOf(one, list));
  const routes = 'server/event-logs/routes.ts';
  draft.insert(
    routes,
    'before',
    /^import .* from '\.\/path\.ts';$/m,
    `import { ${one.camel}Log } from './${list.kebab}.ts';\n`,
  );
  draft.insert(
    routes,
    'after',
    /^ *serveLog\(app, parts, conversionLog\);\n/m,
    `  serveLog(app, parts, ${one.camel}Log);\n`,
  );
  const table = 'tests/server/accounts/permission-table.test.ts';
  draft.insert(
    table,
    'after',
    /^newerAccesses .*\n/m,
    `${list.camel} ${LIST_RIGHTS}\nnewer${list.pascal} ${LIST_RIGHTS}\n${one.camel} ${ROW_RIGHTS}\n`,
  );
  draft.insert(table, 'after', /^ {2}'accesses',\n/m, `  '${list.camel}',\n`);
};

/** @param name name of a row in the singular */
export const draftLog = (draft: Draft, name: string): Drafted => {
  const one = readName(name);
  const list = pluralOf(one);
  draftServer(draft, one, list);
  draft.create(`graphql/operations/${list.snake}.graphql`, operationsOf(list));
  draft.create(`src/resources/${one.kebab}-log.ts`, descriptorOf(one, list));
  draft.create(`src/screens/log/${one.kebab}.tsx`, screenOf(one));
  draft.create(`src/routes/${one.kebab}-log.ts`, routeOf(one));
  const tree = 'src/routes/index.ts';
  draft.insert(
    tree,
    'before',
    /^import .* from '\.\/access-log\.ts';$/m,
    `import { ${one.camel}LogRoute } from './${one.kebab}-log.ts';\n`,
  );
  draft.insert(tree, 'before', /^ {2}accessLogRoute,$/m, `  ${one.camel}LogRoute,\n`);
  draft.insert(
    'src/layout/navigation.ts',
    'after',
    /^ *\{ to: '\/log\/access'.*\},\n/m,
    `      { to: '/log/${one.kebab}', label: 'nav.log.${one.kebab}', icon: 'log', needs: ['access_log'], guide: 'lists' },\n`,
  );
  draft.addMessages({
    [`log.${one.camel}.lead`]: `${list.title}, newest first.`,
    [`log.${one.camel}.title`]: `${one.title} log`,
    [`nav.log.${one.kebab}`]: `${one.title} log`,
    [`synonym.go.log.${one.kebab}`]: list.title.toLowerCase(),
  });
  return {
    generated: 'contract',
    remaining: [
      `Name its table, columns and permission in server/store/clickhouse/logs/event-tables.ts, server/event-logs/${list.kebab}.ts and src/resources/${one.kebab}-log.ts.`,
      'Translate the new messages of src/messages/ja.json and src/messages/zh-CN.json.',
    ],
  };
};
