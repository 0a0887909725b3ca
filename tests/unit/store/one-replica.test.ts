import { expect, it } from 'vitest';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import {
  markReplicated,
  onOneReplica,
  ReplicaChanged,
} from '../../../server/store/clickhouse/engine/one-replica.ts';

/** A cluster of replicas that answer as its address leads. */
const createCluster = (tables: readonly string[] = []) => {
  const sent: string[] = [];
  let server: string | undefined = 'a';
  const headers = () => ({
    response_headers: server === undefined ? {} : { 'x-clickhouse-server-display-name': server },
  });
  const client = {
    query: async ({ query }: { query: string }) => {
      sent.push(`${server}: ${query}`);
      return { ...headers(), json: async () => ({ data: tables.map(name => ({ name })) }) };
    },
    command: async ({ query }: { query: string }) => {
      sent.push(`${server}: ${query}`);
      return headers();
    },
    insert: async () => headers(),
    exec: async () => headers(),
  } as unknown as Columnar;
  return {
    client,
    sent,
    lead: (to: string | undefined) => {
      server = to;
    },
  };
};
const ask = (columnar: Columnar) => columnar.query({ query: 'SELECT 1' });

it('work on a cluster begins when its replica has all rows, and fails where another one answers', async () => {
  const { client, sent, lead } = createCluster(['contact', 'derived_state']);
  const work = await onOneReplica(markReplicated(client));
  expect(sent.slice(1).toSorted()).toEqual([
    'a: SYSTEM SYNC REPLICA contact LIGHTWEIGHT',
    'a: SYSTEM SYNC REPLICA derived_state LIGHTWEIGHT',
  ]);
  await ask(work.columnar);
  const view = work.within(new Proxy(client, {}));
  await view.command({ query: 'TRUNCATE TABLE touched' });
  lead('b');
  for (const call of [
    () => ask(work.columnar),
    () => view.command({ query: 'SELECT 1' }),
    () => work.columnar.insert({ table: 'contact', values: [] }),
    () => work.columnar.exec({ query: 'SELECT 1' }),
  ])
    await expect(call()).rejects.toThrow(ReplicaChanged);
  // Work that begins afterwards is done by the other one.
  const next = await onOneReplica(client);
  await ask(next.columnar);
  // What is no part of such work may be answered by any.
  lead('a');
  await ask(client);
});

it('an address that hides which replica answers is refused', async () => {
  const { client, lead } = createCluster();
  lead(undefined);
  await expect(onOneReplica(markReplicated(client))).rejects.toThrow(
    'passes no x-clickhouse-server-display-name',
  );
});

it('on one server nothing is sent, and the client is the same', async () => {
  const { client, sent } = createCluster(['contact']);
  const work = await onOneReplica(client);
  expect([work.columnar, work.within(client), work.isReplicated, sent]).toEqual([client, client, false, []]);
});
