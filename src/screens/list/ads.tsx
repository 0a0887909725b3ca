import { useProduct } from '../../console/product.ts';
import { ads } from '../../resources/ads.ts';
import { ImportButton } from '../imports/import-button.tsx';
import { ListScreen } from './list-screen.tsx';

/** /ad/setting */
export const Screen = () => (
  <ListScreen resource={ads} command={<ImportButton kind="ads" productId={useProduct().id} />} />
);
