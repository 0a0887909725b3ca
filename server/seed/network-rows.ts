import type { asp } from '../store/postgres/schema/index.ts';
import type { NetworkPlan } from './networks.ts';
import type { Row } from './plan.ts';

/** Row of an ad network. @param n index in NETWORKS */
export const networkRow = (plan: NetworkPlan, n: number): Row<typeof asp> => ({
  name: plan.name,
  companyName: plan.companyName,
  phoneNumber: `03-0000-${String(n + 1).padStart(4, '0')}`,
  address: '東京都千代田区（架空）',
  description: `見本のネットワーク ${n + 1}`,
  xclidFlag: plan.sends.xclid,
  mediaSessionFlag: plan.sends.session,
  mediaManagement1Flag: plan.sends.keys >= 1,
  mediaManagement2Flag: plan.sends.keys >= 2,
  mediaManagement3Flag: plan.sends.keys >= 3,
  resultFlag: plan.resultFlag,
  resultMethod: plan.resultMethod,
  performanceCvFlag: plan.performanceCvFlag,
  cvTag:
    plan.resultMethod === 1
      ? `<img src="https://network-${n + 1}.example/cv.gif?id={result_id}&amp;v={amount}&amp;st={status}" width="1" height="1" alt="">`
      : '',
  webhookUrl: plan.webhook === '' ? '' : `https://network-${n + 1}.example${plan.webhook}`,
  unapprovedValue: plan.statusValues[0],
  approvedValue: plan.statusValues[1],
  rejectedValue: plan.statusValues[2],
  approveAutomatically: plan.approveAutomatically,
  judgeAmount: plan.judgeAmount,
  judgeArgs: plan.judgeArgs,
  excludeDuplicateIps: plan.excludeDuplicateIps,
  excludeDuplicateArgs: plan.excludeDuplicateArgs,
});
