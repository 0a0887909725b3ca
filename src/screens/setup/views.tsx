/** Views of the setup as one chunk, which most pages do not load. */
export { EmptyData } from './empty-data.tsx';
export { FirstProduct } from './first-product.tsx';
export { SetupPanel } from './setup-panel.tsx';
