import { useKnown } from '../../console/context.ts';
import { isBase, roleOperations, type RoleBase } from '../../resources/role.ts';
import { present } from '../../resources/row.ts';
import { useInquiry } from '../use-inquiry.ts';

const NOTHING = {};

/** Which of the three system roles the user's own starts from: it decides who may administer. Null until it is known, or if it cannot be had. */
export const useBase = (): { readonly base: RoleBase | null; readonly busy: boolean } => {
  const { role } = useKnown();
  const { answer, busy } = useInquiry(roleOperations.permissions, NOTHING);
  const base = present(answer?.page?.results).find(({ role_code }) => role_code === role.code)?.base;
  return { base: base !== undefined && isBase(base) ? base : null, busy };
};
