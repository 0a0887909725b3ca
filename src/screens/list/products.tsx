import { products } from '../../resources/products.ts';
import { ListScreen } from './list-screen.tsx';

/** /config/product */
export const Screen = () => <ListScreen resource={products} />;
