import type { Viewer } from '../accounts/visibility.ts';
import type { Message } from '../mail/message.ts';
import type { Parts } from '../parts.ts';
import { METRICS, type MetricKey } from '../reports/metrics.ts';
import { ask } from '../reports/report.ts';
import { AXES } from '../reports/axes.ts';
import { findDelivery, noteSent, type Delivery } from '../store/postgres/deliveries.ts';
import type { ReportOrder } from '../store/postgres/schema.ts';
import { reportFile } from './report-file.ts';
import { spanOfSlot } from './span.ts';
import { WORDINGS } from './wording.ts';

/** A delivery is the company's: it tells what the company's own people see, of its one product. */
const companyOf = ({ companyId, productId }: Delivery): Viewer => ({
  userId: 0, companyId, roleCode: '', base: 'user', agencyId: null, products: [productId], ads: null,
  permissions: { access_log: 'none', interaction_log: 'none', cv_log: 'none', result_notification_log: 'none', result_queue: 'none', cv_approval: 'none' },
});

const SCREENS: Readonly<Record<string, string>> = { ad_statistics: 'ad-statistics', attribution: 'attribution', effect: 'effect' };
const isMetric = (name: string): name is MetricKey => (METRICS as readonly string[]).includes(name);

/**
 * Writes the mail of a report to one of its recipients: the figures are those of the moment of sending. Nobody has it who was taken out, or whose
 * delivery was deleted or switched off, since the mail was ordered.
 */
export const composeReport = (parts: Pick<Parts, 'db' | 'columnar' | 'clock' | 'settings'>) => async ({ companyId, deliveryId, slot, email }: ReportOrder): Promise<Message | null> => {
  const delivery = await findDelivery(parts.db, companyId, deliveryId);
  if (delivery === null || delivery.schedule === 'none' || !delivery.recipients.includes(email)) return null;
  const { name, productId, productName, locale, format, model } = delivery;
  const { from, to } = spanOfSlot(delivery.schedule, slot, delivery.weekStart);
  const axis = AXES.find(known => known === delivery.axis) ?? 1;
  const chosen = delivery.metrics.filter(isMetric);
  const metrics = chosen.length > 0 ? chosen : METRICS;
  const { rows, totals } = await ask(parts, companyOf(delivery), { productId, from, to, axis, metrics: METRICS, ...(model !== 0 && { model }) });
  const days = (from === to ? [from] : [from, to]).map(day => day.replaceAll('-', '/')).join(' – ');
  const said = WORDINGS[locale];
  const link = `${parts.settings.publicUrl}/analyze/${SCREENS[delivery.page] ?? 'attribution'}?product_id=${productId}&period=custom&from=${from}&to=${to}`;
  return {
    to: { name: '', address: email }, subject: said.subject(name),
    text: [...said.text({ name, product: productName, days, rows: rows.length }), '', said.link, link, '', said.why, '', '-- ', 'Touchpath', ''].join('\n'),
    file: await reportFile({ title: `${name} ${from}${from === to ? '' : `_${to}`}`, axis, metrics, rows, totals }, format, locale),
    sent: at => noteSent(parts.db, companyId, deliveryId, at),
  };
};
