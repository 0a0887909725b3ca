import { CustomScreen } from './custom.tsx';

/** /analyze/custom/item-3 */
export const Screen = () => <CustomScreen page="item_3" />;
