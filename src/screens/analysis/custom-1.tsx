import { CustomScreen } from './custom.tsx';

/** /analyze/custom/item-1 */
export const Screen = () => <CustomScreen page="item_1" />;
