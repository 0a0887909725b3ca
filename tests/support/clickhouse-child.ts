// A ClickHouse server with a configuration of its own: the embedded engine, whose HTTP interface refuses statements that
// reach outside of its store. Those of an operator come over the channel of the test instead.
import { Session } from 'chdb';
import { createEndpoint } from '../../server/store/clickhouse/engine/endpoint.ts';

/** A message from the test. The answer is empty, or an error. */
export interface OperatorStatement {
  readonly query: string;
}

const [path = '', socket = '', configFile = '', memory = ''] = process.argv.slice(2);
const anchor = new Session(path, { connectionArgs: [`--config-file=${configFile}`] });
process.on('message', ({ query }: OperatorStatement) => {
  let error = '';
  try {
    anchor.query(query);
  } catch (thrown) {
    error = String(thrown);
  }
  process.send?.(error);
});
process.on('disconnect', () => process.exit());
createEndpoint({ path, anchor, memory: Number(memory) }).listen(socket, () => process.send?.('ready'));
