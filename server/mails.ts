import { composeReset } from './accounts/resets.ts';
import { composeReport } from './deliveries/report-mail.ts';
import type { Composers } from './mail/outbox.ts';
import type { Parts } from './parts.ts';

/** Who writes which mail. */
export const composersOf = (parts: Parts): Composers => ({ password_reset: composeReset(parts), report: composeReport(parts) });
