import { SettingError } from './settings.ts';

/** A server that is to receive the data of an installation has other data. */
export class TargetInUse extends SettingError {
  /** @param setting that names the server */
  constructor(setting: 'DATABASE_URL' | 'CLICKHOUSE_URL') {
    super(`${setting}: the server has data of Touchpath already. Name a database without any.`);
  }
}
