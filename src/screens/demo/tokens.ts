import { useMemo, useSyncExternalStore } from 'react';
import type { Colour } from './contrast.ts';

/**
 * Names of the custom properties that the style sheets declare on `:root`; additions to tokens.css are
 * included.
 */
const declared = (): readonly string[] => {
  const names = new Set<string>();
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (
        !(rule instanceof CSSStyleRule) ||
        !rule.selectorText.split(',').some(selector => selector.trim() === ':root')
      )
        continue;
      for (const name of rule.style) if (name.startsWith('--')) names.add(name);
    }
  }
  return [...names];
};

/** Variables of PrimeReact that alias the console's tokens. */
const isAlias = (name: string): boolean =>
  /^--(?:primary|text-color|surface-|highlight|border-radius|font-family|maskbg)/.test(name);

interface Token {
  readonly name: string;
  readonly value: string;
}
export interface Tokens {
  readonly colours: readonly Token[];
  readonly lengths: readonly Token[];
}

const read = (): Tokens => {
  const style = getComputedStyle(document.documentElement);
  const tokens = declared()
    .filter(name => !isAlias(name))
    .map(name => ({ name, value: style.getPropertyValue(name).trim() }));
  return {
    colours: tokens.filter(({ value }) => CSS.supports('color', value)),
    lengths: tokens.filter(({ value }) => CSS.supports('width', value)),
  };
};

const APPEARANCE_ATTRIBUTES = ['data-theme', 'data-skin', 'data-accent', 'data-nav', 'data-navbar', 'lang'];
const watch = (changed: () => void): (() => void) => {
  const seen = new MutationObserver(changed);
  seen.observe(document.documentElement, { attributes: true, attributeFilter: APPEARANCE_ATTRIBUTES });
  return () => seen.disconnect();
};
const appliedAppearance = (): string =>
  APPEARANCE_ATTRIBUTES.map(name => document.documentElement.getAttribute(name) ?? '').join(' ');

/** All tokens with their values in the current appearance. */
export const useTokens = (): Tokens => {
  const look = useSyncExternalStore(watch, appliedAppearance);
  // oxlint-disable-next-line react/exhaustive-deps -- the values are read from the DOM and depend on the appearance alone
  return useMemo(read, [look]);
};

/** Channels of a CSS colour in any notation, read from a rendered pixel. */
export const pixelOf = (colour: string): Colour => {
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (pen === null) throw new Error('This browser draws nothing.');
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
};
