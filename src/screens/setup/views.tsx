/** Views of the setup as one chunk, which most pages do not load. */
export { Checklist } from './checklist.tsx';
export { EmptyData } from './empty-data.tsx';
export { FirstProduct } from './first-product.tsx';
