import { useSignedInData } from '../../console/context.ts';
import { companies } from '../../resources/companies.ts';
import { RecordScreen } from './record-screen.tsx';

/** /config/company: the user's own company. */
export const Screen = () => <RecordScreen resource={companies} of={useSignedInData().profile.companyId} />;
