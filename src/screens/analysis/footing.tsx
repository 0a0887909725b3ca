import { useIntl } from 'react-intl';
import type { ReportAnswer } from '../../analyses/analysis.ts';
import { date, time } from '../../components/formats.ts';

type Report = Omit<NonNullable<ReportAnswer<object>['report']>, 'rows' | 'totals'>;

/** Event ids begin with the milliseconds since 2020 above 22 bits (the collector's ids): the watermark tells its own time. */
const EPOCH = Date.UTC(2020, 0, 1);
export const timeOfWatermark = (watermark: string): number | null => {
  const id = /^\d{1,20}$/.test(watermark) ? BigInt(watermark) : 0n;
  return id === 0n ? null : EPOCH + Number(id >> 22n);
};

/** What a report stands on: its rules, how far the data goes, and what was left out. */
export const Footing = ({ report, model }: { readonly report: Report; readonly model: boolean }) => {
  const intl = useIntl();
  const say = (id: string, values: Readonly<Record<string, string | number>>) => intl.formatMessage({ id }, values);
  const { rules, left_out: left, watermark } = report;
  const until = timeOfWatermark(watermark);
  return (
    <footer className="tp-footing">
      {rules !== null && (
        <p className="tp-note">
          {say(model ? 'analysis.rules' : 'analysis.rules_plain', {
            days: rules.tracking_term, from: date(rules.from), to: date(rules.to), model: model ? intl.formatMessage({ id: `model.${rules.model}` }) : '',
          })}
        </p>
      )}
      {left !== null && <p className="tp-note">{say('analysis.left_out', { bot: left.bot, repeated: left.repeated, excluded: left.excluded_ip })}</p>}
      <p className="tp-note">{until === null ? say('analysis.watermark_none', {}) : say('analysis.watermark', { time: time(until), id: watermark })}</p>
    </footer>
  );
};
