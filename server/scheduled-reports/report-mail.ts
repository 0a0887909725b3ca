import { sourceOf } from '../downloads/source.ts';
import { completeFile } from '../downloads/complete-file.ts';
import { maskAddress, maskQuery } from '../http/visitor-identifiers.ts';
import { tokyoTime } from '../platform/time.ts';
import { wordsIn, type Locale } from '../wording/words.ts';
import { UnsendableMail, type Message } from '../mail/message.ts';
import type { Dependencies } from '../dependencies.ts';
import { companyViewer } from './company-viewer.ts';
import { findDelivery, noteSent, type Delivery } from '../store/postgres/entities/scheduled-reports.ts';
import type { ReportOrder } from '../store/postgres/schema/index.ts';
import { boardMail } from './board-mail.ts';
import { recordMail } from './mail-record.ts';
import { BOARD_PAGE, parseReportAddress, pageNamed } from './pages.ts';
import { fileName } from './file-name.ts';
import { spanOfSlot, yearsBefore } from './span.ts';
import { WORDINGS } from './wording.ts';

/** Limit of rows in a mail: mail servers refuse mails larger than some 20 MB. */
const MAX_ROWS = 50_000;

/** The screen with the same query, for the days of the mail. */
const addressOf = (
  { address, productId }: Delivery,
  page: string,
  days: { readonly from: string; readonly to: string },
): string => {
  const [path = '', of] = (address || page).split('?');
  const search = new URLSearchParams(of);
  search.delete('display');
  for (const [name, value] of Object.entries({ product_id: String(productId), period: 'custom', ...days }))
    search.set(name, value);
  return `${path}?${search.toString()}`;
};

/** Says why a file is missing, or that its figures follow previous rules. @param file null: it is too long */
const noticesOf = (
  file: { readonly rebuildingSince: string | null } | null,
  locale: Locale,
): readonly string[] => {
  if (file === null) return ['', WORDINGS[locale].tooLong(MAX_ROWS)];
  const { rebuildingSince: since } = file;
  return since === null ? [] : ['', wordsIn(locale).say('analysis.rebuilding', { time: tokyoTime(since) })];
};

/**
 * Writes the mail of a report to one of its recipients: the figures are those of the moment of sending. A
 * recipient who was removed, or whose delivery was deleted or disabled after scheduling, receives none.
 */
export const composeReport =
  (parts: Dependencies) =>
  async ({ companyId, deliveryId, slot, email }: ReportOrder): Promise<Message | null> => {
    const delivery = await findDelivery(parts.db, companyId, deliveryId);
    if (delivery === null || delivery.schedule === 'none' || !delivery.recipients.includes(email))
      return null;
    if (delivery.page === BOARD_PAGE) return boardMail(parts, delivery, { email, slot });
    const { name, page: pageName, query: storedQuery, productId, productName, locale, format } = delivery;
    const page = pageNamed(pageName);
    const query = parseReportAddress(pageName, storedQuery);
    // Both were validated when they were stored; a later version of the program may have removed some of
    // their values.
    if (page === null || query === null)
      throw new UnsendableMail(
        `the query of report delivery ${deliveryId} is invalid: ${pageName} ${maskAddress(storedQuery)}`,
      );
    const { display_period: display = storedQuery === '' ? page.display : undefined, ...rest } = query;
    const { from, to } =
      display === undefined
        ? spanOfSlot(delivery.schedule, slot, delivery.weekStart)
        : yearsBefore(display as 1 | 2, slot);
    const file = await completeFile(
      sourceOf(parts, page.file),
      format,
      companyViewer(delivery),
      { ...rest, product_id: productId, from, to, locale },
      MAX_ROWS,
    );
    if (file !== null)
      await recordMail(parts, delivery, {
        file: page.file.name,
        format,
        rows: file.rows,
        conditions: { ...maskQuery(rest), product_id: productId, from, to },
        recipient: email,
      });
    const days = (from === to ? [from] : [from, to]).map(day => day.replaceAll('-', '/')).join(' – ');
    const texts = WORDINGS[locale];
    const link = `${parts.settings.publicUrl}${addressOf(delivery, page.address, { from, to })}`;
    return {
      to: { name: '', address: email },
      subject: texts.subject(name),
      text: [
        ...texts.text({ name, product: productName, days }),
        ...noticesOf(file, locale),
        '',
        texts.link,
        link,
        '',
        texts.why,
        '',
        '-- ',
        'Touchpath',
        '',
      ].join('\n'),
      ...(file !== null && {
        file: { ...file, name: fileName(`${name} ${from}${from === to ? '' : `_${to}`}`, format) },
      }),
      sent: at => noteSent(parts.db, companyId, deliveryId, at),
    };
  };
