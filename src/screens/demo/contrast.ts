/** Red, green and blue from 0 to 255, opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Blends a colour over an opaque one. */
export const over = ([r, g, b, alpha]: Colour, [red, green, blue]: Colour): Colour => {
  const mixed = (top: number, below: number) => top * alpha + below * (1 - alpha);
  return [mixed(r, red), mixed(g, green), mixed(b, blue), 1];
};

/** Relative luminance of sRGB by WCAG 2.2, from 0 to 1. */
const luminance = ([red, green, blue]: Colour): number => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map(part => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/**
 * Contrast ratio from 1 (equal) to 21 (black on white); a translucent `front` is blended with the background.
 */
export const contrastOf = (front: Colour, ground: Colour): number => {
  const [light = 0, dark = 0] = [luminance(over(front, ground)), luminance(ground)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};
