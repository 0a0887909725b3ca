import { adCategories } from '../../resources/ad-categories.ts';
import { RecordScreen } from './record-screen.tsx';

/** /ad/category-setting/$id */
export const Screen = () => <RecordScreen resource={adCategories} />;
