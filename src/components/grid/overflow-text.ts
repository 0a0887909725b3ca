/** What a cell has no room for, whole; null: all of it is seen. It measures the page. */
export const wholeOf = (cell: HTMLElement): string | null => {
  const full = cell.querySelector('[data-short] + .visually-hidden');
  const box = cell.querySelector<HTMLElement>('.tp-row-value') ?? cell;
  return full !== null ? full.textContent : box.scrollWidth > box.clientWidth ? box.innerText : null;
};
