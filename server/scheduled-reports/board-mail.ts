import { boardHtml, boardText, type WrittenBoard } from '../boards/board-html.ts';
import { findBoard, findView, readItem, type Board } from '../boards/board-report.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Message } from '../mail/message.ts';
import { dayText, tokyoDay } from '../platform/time.ts';
import { noteSent, type Delivery } from '../store/postgres/entities/scheduled-reports.ts';
import { wordsIn } from '../wording/words.ts';
import { companyViewer } from './company-viewer.ts';
import { fileName } from './file-name.ts';
import { recordMail } from './mail-record.ts';
import { BOARD_PAGE, boardOfAddress } from './pages.ts';
import { WORDINGS } from './wording.ts';

/** Limits of the rows of an item in the attached file, and in the body of the mail, which mail programs cut. */
const MAX_ROWS = { file: 1000, body: 20 };

/** Reads a board one item after another, so that a mail does not occupy the stores. */
const readBoard = async (
  parts: Dependencies,
  { companyId, productId, productName, weekStart, locale }: Delivery,
  board: Board,
): Promise<WrittenBoard> => {
  const viewer = companyViewer({ companyId, productId });
  const reading = { viewer, productId, weekStart, locale, maxRows: MAX_ROWS.file };
  const items: WrittenBoard['items'][number][] = [];
  for (const item of board.items) {
    const view = await findView(parts, viewer, item);
    items.push({ name: view?.name ?? '-', figures: await readItem(parts, reading, item) });
  }
  const { board: introduce, moreRows } = WORDINGS[locale];
  return {
    title: board.name,
    lines: introduce({ name: board.name, product: productName }).filter(line => line !== ''),
    items,
    locale,
    words: wordsIn(locale),
    moreRows,
    maxRows: MAX_ROWS.file,
  };
};

const countRows = ({ items }: WrittenBoard): number =>
  items.reduce((sum, { figures }) => sum + (typeof figures === 'string' ? 0 : figures.rows.length), 0);

/** Whether the mail of a board leaves out rows. */
const isCut = ({ items }: Pick<WrittenBoard, 'items'>): boolean =>
  items.some(({ figures }) => typeof figures !== 'string' && figures.rows.length > MAX_ROWS.body);

/**
 * Writes the mail of a board: its items as text and as HTML without pictures, and the same with more rows as a file. The
 * figures are those of the moment of sending, for the periods of the saved views.
 */
export const boardMail = async (
  parts: Dependencies,
  delivery: Delivery,
  { email, slot }: { readonly email: string; readonly slot: number },
): Promise<Message> => {
  const { companyId, productId, productName: product, name, address, locale, id } = delivery;
  const boardId = boardOfAddress(address);
  const board =
    boardId === null ? null : await findBoard(parts, companyViewer({ companyId, productId }), boardId);
  const texts = WORDINGS[locale];
  const written = board && (await readBoard(parts, delivery, board));
  if (written !== null)
    await recordMail(parts, delivery, {
      file: BOARD_PAGE,
      format: 'html',
      rows: countRows(written),
      conditions: { board_id: boardId, product_id: productId },
      recipient: email,
    });
  const body = written && { ...written, maxRows: MAX_ROWS.body };
  const allRows = body !== null && isCut(body) ? [texts.allRows] : [];
  const link = `${parts.settings.publicUrl}${address}?product_id=${productId}`;
  const ending = [...allRows, texts.link, link, '', texts.why, '', '-- ', 'Touchpath', ''];
  return {
    to: { name: '', address: email },
    subject: texts.subject(name),
    text: [
      ...(body === null
        ? [texts.noBoard(name)]
        : [...texts.board({ name: body.title, product }), '', boardText(body)]),
      '',
      ...ending,
    ].join('\n'),
    ...(body !== null && {
      html: boardHtml({
        ...body,
        lines: [...body.lines, ...allRows],
        ending: { text: texts.link, url: link, why: texts.why },
      }),
    }),
    ...(written !== null && {
      file: {
        name: fileName(`${name} ${dayText(tokyoDay(slot))}`, 'html'),
        type: 'text/html; charset=utf-8',
        bytes: Buffer.from(boardHtml(written)),
      },
    }),
    sent: at => noteSent(parts.db, companyId, id, at),
  };
};
