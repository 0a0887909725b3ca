import { useLevel, useSignedInData } from '../../console/context.ts';

/** The kinds of pending tasks that the user may see. */
export interface VisibleTasks {
  readonly approvals: boolean;
  readonly queue: boolean;
  /** Mailed reports and scheduled imports. */
  readonly deliveries: boolean;
}

export const useVisibleTasks = (): VisibleTasks => {
  const { base } = useSignedInData().role;
  return {
    approvals: useLevel('cv_approval') !== 'none',
    queue: useLevel('result_queue') !== 'none',
    deliveries: base === 'admin' || base === 'user',
  };
};
