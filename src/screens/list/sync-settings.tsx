import { useProduct } from '../../console/product.ts';
import { syncSettings } from '../../resources/sync-settings.ts';
import { ImportButton } from '../imports/import-button.tsx';
import { ListScreen } from './list-screen.tsx';

/** /ad/sync-setting */
export const Screen = () => <ListScreen resource={syncSettings} deed={<ImportButton kind="costs" productId={useProduct().id} />} />;
