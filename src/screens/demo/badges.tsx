import { approvals, resultLog } from '../../resources/results.ts';
import { resultQueue } from '../../resources/result-queue.ts';
import { Status } from '../results/status.tsx';
import type { Sample } from './sample.ts';
import type { Speech } from './speech.ts';

/** Coded columns of the boards, each shown with the words of all its codes. */
const FIELDS = [
  ...new Set(
    [...resultLog.columns, ...approvals.columns, ...resultQueue.columns]
      .filter(({ format }) => format === 'choice')
      .map(({ field }) => field as string),
  ),
];

export const badges = ({ say, ids }: Speech): readonly Sample[] => [
  {
    id: 'badge-status',
    name: say('demo.badges'),
    code: 'Status',
    draw: (
      <dl className="tp-facts">
        {FIELDS.map(field => (
          <div key={field}>
            <dt>
              {say(`column.${field}`)} <code>{field}</code>
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
    name: say('demo.tags'),
    code: 'tp-tag tp-record-deleted field-label',
    draw: (
      <div className="demo-row">
        {ids('tag.').map(id => (
          <span key={id} className="tp-tag">
            {say(id)}
          </span>
        ))}
        <span className="tp-record-deleted">{say('record.deleted')}</span>
        <span className="field">
          <span className="field-label" data-mark={say('form.required')} />
        </span>
      </div>
    ),
  },
];
