import { createCompany } from '../server/companies/create.ts';
import { deleteCompany } from '../server/companies/delete.ts';
import { setInService } from '../server/companies/service.ts';
import { operatorActions, summarizeCompanies } from '../server/store/postgres/companies/companies.ts';
import { type Command, runCommands } from './operator.ts';

/** Creates and removes companies of an installation (docs/operations.md). */

const HISTORY_LIMIT = 100;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Pads columns to their longest cell. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => (row[column] ?? '').length))) ?? [];
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const day = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? '-';

const commands: Readonly<Record<string, Command>> = {
  create: {
    usage: 'npm run company -- create --code CODE --name NAME --email ADDRESS [--lang ja|en|zh-CN] [--link]',
    options: ['code', 'name', 'email', 'lang', 'link'],
    words: 0,
    run: async (line, { parts }) => {
      const isMailed = parts.settings.smtpUrl !== null && line.values.link !== true;
      const [code, email] = [line.required('code'), line.required('email')];
      const link = await createCompany(parts, {
        code,
        email,
        name: line.required('name'),
        locale: line.locale(),
        invitation: isMailed ? 'mail' : 'link',
      });
      say(`Created the company ${code}.`);
      if (link === null)
        say(
          `The running program sends the invitation to ${email} by email. If no program is running, the next start sends it.`,
        );
      else say(`Send this link to ${email}. It works once, within seven days:\n${link}`);
    },
  },
  list: {
    usage: 'npm run company -- list',
    options: [],
    words: 0,
    run: async (_line, { parts }) => {
      const companies = await summarizeCompanies(parts.db);
      const rows = companies.map(one => [
        one.code,
        one.status ? 'enabled' : 'disabled',
        String(one.users),
        String(one.products),
        day(one.createdAt),
        day(one.lastSignIn),
        one.name,
      ]);
      say(table([['code', 'state', 'users', 'products', 'created', 'last sign-in', 'name'], ...rows]));
    },
  },
  disable: {
    usage: 'npm run company -- disable CODE',
    options: [],
    words: 1,
    run: async ({ words: [code = ''] }, { parts }) => {
      await setInService(parts, code, false);
      say(
        `Disabled ${code}: its users cannot sign in, and no events are counted. Its click URLs still redirect visitors, and its data is kept.`,
      );
    },
  },
  enable: {
    usage: 'npm run company -- enable CODE',
    options: [],
    words: 1,
    run: async ({ words: [code = ''] }, { parts }) => {
      await setInService(parts, code, true);
      say(`Enabled ${code}.`);
    },
  },
  delete: {
    usage: 'npm run company -- delete CODE --confirm CODE',
    options: ['confirm'],
    words: 1,
    run: async ({ words: [code = ''], values }, { parts, slices }) => {
      const products = await deleteCompany(
        { ...parts, slices: await slices() },
        code,
        String(values.confirm ?? ''),
      );
      say(
        `Deleted ${code} with ${products} ${products === 1 ? 'product' : 'products'} and all their events.`,
      );
    },
  },
  history: {
    usage: 'npm run company -- history',
    options: [],
    words: 0,
    run: async (_line, { parts }) => {
      const actions = await operatorActions(parts.db, HISTORY_LIMIT);
      const rows = actions.map(one => [
        one.doneAt.toISOString(),
        one.action,
        one.companyCode,
        one.operator,
        JSON.stringify(one.detail),
      ]);
      say(table([['at', 'action', 'company', 'by', 'detail'], ...rows]));
    },
  },
};

await runCommands(commands, process.argv.slice(2));
