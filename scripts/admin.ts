import { resetAdministrator } from '../server/companies/administrator.ts';
import { runCommands } from './operator.ts';

/** Restores access for an administrator who can no longer sign in (docs/operations.md). */
await runCommands(
  {
    reset: {
      usage:
        'npm run admin -- reset --company CODE --email ADDRESS [--any-address] [--second-factor] [--passwords] [--lang ja|en|zh-CN] [--link]',
      options: ['company', 'email', 'any-address', 'second-factor', 'passwords', 'lang', 'link'],
      words: 0,
      run: async (line, { parts }) => {
        const isMailed = parts.settings.smtpUrl !== null && line.values.link !== true;
        const email = line.required('email');
        const { link, lifetime } = await resetAdministrator(parts, {
          email,
          code: line.required('company'),
          locale: line.locale(),
          invitation: isMailed ? 'mail' : 'link',
          anyAddress: line.values['any-address'] === true,
          secondFactor: line.values['second-factor'] === true,
          passwords: line.values.passwords === true,
        });
        process.stdout.write(
          link === null
            ? `The running program sends ${email} a link by email, which works once, within ${lifetime}. If no program is running, the next start sends it.\n`
            : `Send this link to ${email}. It works once, within ${lifetime}:\n${link}\n`,
        );
      },
    },
  },
  process.argv.slice(2),
);
