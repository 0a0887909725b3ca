/** Capitalizes a name for use inside another: `ads` in `removeAds`. */
export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
