import { composeInvitation } from './accounts/invitations.ts';
import { composeCredentialChange } from './accounts/credential-mail.ts';
import { composeReset } from './accounts/resets.ts';
import { composeReport } from './scheduled-reports/report-mail.ts';
import type { Dependencies } from './dependencies.ts';
import type { Composers } from './mail/outbox.ts';

/** Composers of all kinds of mails. */
export const composersOf = (parts: Dependencies): Composers => ({
  password_reset: composeReset(parts),
  report: composeReport(parts),
  invitation: composeInvitation(parts),
  credential_change: composeCredentialChange(parts),
});
