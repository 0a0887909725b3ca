import type { Page } from 'playwright-core';

/**
 * Checks of rendered pages that need no stored screenshots, which would change with every version of the
 * browser and the fonts.
 */

/**
 * Finds clipped text without an ellipsis, overlapping texts and empty samples. Text scrolled under sticky
 * elements is no fault.
 *
 * @param samples a selector of the elements to check
 */
export const textFaults = (page: Page, samples: string): Promise<string[]> =>
  page.evaluate(selector => {
    interface DrawnText {
      readonly element: Element;
      readonly text: string;
      readonly box: DOMRect;
      readonly stuck: boolean;
    }
    const SLACK = 2;
    const faults: string[] = [];
    const wordOf = (text: string) => text.trim().slice(0, 24);
    const ancestorsOf = (element: Element, sample: Element): Element[] => {
      const ancestors: Element[] = [];
      for (let at: Element | null = element; at !== null && at !== sample; at = at.parentElement)
        ancestors.push(at);
      return ancestors;
    };
    const isShown = (element: Element, text: string): boolean =>
      text.trim() !== '' &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('.visually-hidden, [popover], option') === null;
    const cutsOff = (element: Element): boolean => {
      const style = getComputedStyle(element);
      return (
        (style.overflowX === 'hidden' || style.overflowX === 'clip') &&
        element.scrollWidth > element.clientWidth + SLACK &&
        element.clientWidth > 0 &&
        style.textOverflow !== 'ellipsis' &&
        !element.contains(element.querySelector('input, textarea')) &&
        style.webkitLineClamp === 'none'
      );
    };
    // Text hidden by an ellipsis or a scroll box overlaps its neighbour only by its box.
    const isHidden = ({ element, box }: DrawnText, sample: Element): boolean =>
      ancestorsOf(element, sample).some(ancestor => {
        const edge = ancestor.getBoundingClientRect();
        return (
          getComputedStyle(ancestor).overflowX !== 'visible' &&
          (box.right > edge.right + SLACK ||
            box.left < edge.left - SLACK ||
            box.top < edge.top - SLACK ||
            box.bottom > edge.bottom + SLACK)
        );
      });
    const overlap = (one: DrawnText, other: DrawnText, sample: Element): boolean => {
      if (
        one.stuck ||
        other.stuck ||
        one.element.contains(other.element) ||
        other.element.contains(one.element)
      )
        return false;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      return wide > SLACK && high > 4 && ![one, other].some(text => isHidden(text, sample));
    };
    const textsOf = (sample: HTMLElement): DrawnText[] => {
      const texts: DrawnText[] = [];
      const walker = document.createTreeWalker(sample, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent ?? '';
        if (element === null || !isShown(element, text)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const ancestors = ancestorsOf(element, sample);
        const stuck = ancestors.some(ancestor => getComputedStyle(ancestor).position === 'sticky');
        for (const { className } of ancestors.filter(cutsOff))
          faults.push(`${sample.id}: cut off: ${wordOf(text)} (${className})`);
        for (const box of range.getClientRects())
          if (box.width > 1 && box.height > 1) texts.push({ element, text, box, stuck });
      }
      return texts.toSorted((a, b) => a.box.top - b.box.top);
    };
    for (const sample of document.querySelectorAll<HTMLElement>(selector)) {
      const { width, height } = sample.getBoundingClientRect();
      if (width < 40 || height < 40) faults.push(`${sample.id} is empty: ${width} × ${height}`);
      const texts = textsOf(sample);
      for (const [index, one] of texts.entries()) {
        for (const other of texts.slice(index + 1)) {
          if (other.box.top > one.box.bottom - SLACK) break;
          if (overlap(one, other, sample))
            faults.push(`${sample.id}: “${wordOf(one.text)}” lies on “${wordOf(other.text)}”`);
        }
      }
    }
    return [...new Set(faults)];
  }, samples);

/**
 * The position of every element within its sample, in whole pixels, by sample id. Two themes must have the
 * same positions.
 */
export const boxesOf = (page: Page, samples: string): Promise<Readonly<Record<string, readonly string[]>>> =>
  page.evaluate(
    selector =>
      Object.fromEntries(
        [...document.querySelectorAll<HTMLElement>(selector)].map(sample => {
          const from = sample.getBoundingClientRect();
          const all = [...sample.querySelectorAll('*:not(svg *, .visually-hidden, option)')];
          return [
            sample.id,
            all.map(element => {
              const { left, top, width, height } = element.getBoundingClientRect();
              return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ${[left - from.left, top - from.top, width, height].map(Math.round).join(' ')}`;
            }),
          ];
        }),
      ),
    samples,
  );

/** Finds controls without a visible focus. One control of each kind (tag, type and classes) is checked. */
export const focusFaults = async (page: Page, within: string): Promise<string[]> => {
  // From now on, the browser shows the focus of the keyboard.
  await page.keyboard.press('Tab');
  return page.evaluate(selector => {
    const kinds = new Map<string, HTMLElement>();
    for (const control of document.querySelectorAll<HTMLElement>(
      `${selector} :is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled, [tabindex="-1"])`,
    )) {
      if (control.checkVisibility())
        kinds.set(
          `${control.tagName} ${control.getAttribute('type') ?? ''} ${control.className} ${control.parentElement?.className ?? ''}`,
          control,
        );
    }
    const around = (control: HTMLElement): string => {
      const seen: string[] = [];
      for (let at: HTMLElement | null = control, up = 0; at !== null && up < 3; at = at.parentElement, up++) {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(at);
        seen.push(outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`, boxShadow, borderColor);
      }
      return seen.join('|');
    };
    const faults: string[] = [];
    for (const [kind, control] of kinds) {
      (document.activeElement as HTMLElement | null)?.blur();
      const before = around(control);
      control.focus({ preventScroll: true });
      if (document.activeElement === control && around(control) === before) faults.push(kind);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    return faults;
  }, within);
};

/**
 * The required contrast of a text. It is below 4.5, because antialiasing takes contrast from thin letters.
 */
const LEGIBLE = 3.2;

/**
 * Finds texts and icons with too little contrast in a screenshot, including drawings and masks, whose
 * background no style sheet contains. `light` is the mean brightness from 0 to 1.
 */
export const lookAt = async (
  page: Page,
  sample: string,
): Promise<{ readonly faint: readonly string[]; readonly light: number }> => {
  const locator = page.locator(sample);
  await locator.scrollIntoViewIfNeeded();
  const picture = (await locator.screenshot({ animations: 'disabled' })).toString('base64');
  return page.evaluate(
    async ([selector, png, least]) => {
      // Decoded by hand, because the policy of the page forbids to fetch data URLs.
      const image = await createImageBitmap(
        new Blob([Uint8Array.from(atob(png), sign => sign.charCodeAt(0))]),
      );
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d', {
        willReadFrequently: true,
      })!;
      pen.drawImage(image, 0, 0);
      // Looked up, because a picture has a million values and the browser of the journeys does not optimize code.
      const parts = Float64Array.from({ length: 256 }, (_, value) =>
        value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      /** The number of pixels of a box by luminance in thousandths. */
      const shades = (x: number, y: number, width: number, height: number) => {
        const { data } = pen.getImageData(x, y, width, height);
        const counts = new Uint32Array(1001);
        for (let at = 0; at < data.length; at += 4)
          counts[
            Math.round(
              (0.2126 * parts[data[at]!]! + 0.7152 * parts[data[at + 1]!]! + 0.0722 * parts[data[at + 2]!]!) *
                1000,
            )
          ]! += 1;
        return [...counts].flatMap((times, shade) => (times > 0 ? [[shade / 1000, times] as const] : []));
      };
      const root = document.querySelector(selector)!;
      const from = root.getBoundingClientRect();
      const faint: string[] = [];
      const look = (box: DOMRect, name: string) => {
        const [x, y] = [Math.floor(box.left - from.left) - 1, Math.floor(box.top - from.top) - 1];
        const [width, height] = [Math.ceil(box.width) + 2, Math.ceil(box.height) + 2];
        if (
          box.width < 4 ||
          box.height < 4 ||
          x < 0 ||
          y < 0 ||
          x + width > image.width ||
          y + height > image.height
        )
          return;
        const found = shades(x, y, width, height);
        const ground = found.toSorted((a, b) => b[1] - a[1])[0]![0];
        const best = Math.max(
          ...found.map(([shade]) => (Math.max(shade, ground) + 0.05) / (Math.min(shade, ground) + 0.05)),
        );
        if (best < least) faint.push(`${name.trim().slice(0, 24)}: ${best.toFixed(1)}`);
      };
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        if (
          (node.textContent ?? '').trim() === '' ||
          element === null ||
          !element.checkVisibility({ visibilityProperty: true }) ||
          element.closest('.visually-hidden, :disabled, [aria-disabled="true"], style') !== null
        )
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        look(range.getBoundingClientRect(), node.textContent ?? '');
      }
      for (const sign of root.querySelectorAll('.tp-icon'))
        if (sign.closest(':disabled, [aria-disabled="true"]') === null)
          look(sign.getBoundingClientRect(), 'a sign');
      const all = shades(0, 0, image.width, image.height);
      const light =
        all.reduce((sum, [shade, times]) => sum + shade * times, 0) / (image.width * image.height);
      return { faint, light };
    },
    [sample, picture, LEGIBLE] as const,
  );
};
