/** The views of the setup, in one file: most pages need none of them. */
export { EmptyData } from './empty-data.tsx';
export { FirstProduct } from './first-product.tsx';
export { SetupPanel } from './setup-panel.tsx';
