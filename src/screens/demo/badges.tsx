import { approvals, resultLog } from '../../resources/results.ts';
import { resultQueue } from '../../resources/result-queue.ts';
import { Status } from '../results/status.tsx';
import type { Sample } from './sample.ts';
import type { Speech } from './demo-texts.ts';

/** Coded columns of the boards, each shown with the words of all its codes. */
const FIELDS = [
  ...new Set(
    [...resultLog.columns, ...approvals.columns, ...resultQueue.columns]
      .filter(({ format }) => format === 'choice')
      .map(({ field }) => field as string),
  ),
];

export const badges = ({ translate, ids }: Speech): readonly Sample[] => [
  {
    id: 'badge-status',
    name: translate('demo.badges'),
    code: 'Status',
    draw: (
      <dl className="tp-facts">
        {FIELDS.map(field => (
          <div key={field}>
            <dt>
              {translate(`column.${field}`)} <code>{field}</code>
            </dt>
            <dd className="demo-row">
              {ids(`choice.${field}.`).map(id => (
                <Status key={id} field={field} code={id.slice(id.lastIndexOf('.') + 1)} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    ),
  },
  {
    id: 'badge-tags',
    name: translate('demo.tags'),
    code: 'tp-tag tp-record-deleted field-label',
    draw: (
      <div className="demo-row">
        {ids('tag.').map(id => (
          <span key={id} className="tp-tag">
            {translate(id)}
          </span>
        ))}
        <span className="tp-record-deleted">{translate('record.deleted')}</span>
        <span className="field">
          <span className="field-label" data-mark={translate('form.required')} />
        </span>
      </div>
    ),
  },
];
