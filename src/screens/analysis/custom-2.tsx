import { CustomScreen } from './custom.tsx';

/** /analyze/custom/item-2 */
export const Screen = () => <CustomScreen page="item_2" />;
