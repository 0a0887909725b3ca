import { useIntl } from 'react-intl';
import type { LeftOut, ReportRules } from '../analyses/analysis.ts';
import type { Days } from '../components/days.ts';
import { date, time } from '../components/formats.ts';

/** The parts of an answer that the footer shows. Reports by attribution name their model. */
export interface CountedReport {
  readonly rules: (Omit<ReportRules, 'model'> & { readonly model?: number }) | null;
  readonly watermark: string;
  /** Time at which the event of the watermark was accepted; null: there is no event yet. */
  readonly watermark_at?: string | null;
  readonly left_out: LeftOut | null;
}

/** The basis of a report: its rules, its watermark, and what was left out. */
export const ReportFooter = ({
  report,
  rulesLabel,
  compared = null,
}: {
  readonly report: CountedReport;
  /** Precedes the rules where the report has figures under others, too. */
  readonly rulesLabel?: string | undefined;
  readonly compared?: Days | null;
}) => {
  const intl = useIntl();
  const translate = (id: string, values: Readonly<Record<string, string | number>>) =>
    intl.formatMessage({ id }, values);
  const { rules, left_out: left, watermark, watermark_at: until = null } = report;
  return (
    <footer className="tp-report-footer">
      {rules !== null && (
        <p className="tp-note">
          {rulesLabel}
          {translate(rules.model === undefined ? 'analysis.rules_plain' : 'analysis.rules', {
            days: rules.tracking_term,
            from: date(rules.from),
            to: date(rules.to),
            model: rules.model === undefined ? '' : intl.formatMessage({ id: `model.${rules.model}` }),
          })}
        </p>
      )}
      {rules?.rebuilding_since && (
        <p className="tp-note">{translate('analysis.rebuilding', { time: time(rules.rebuilding_since) })}</p>
      )}
      {compared !== null && (
        <p className="tp-note">
          {translate('analysis.compared_with', { from: date(compared.from), to: date(compared.to) })}
        </p>
      )}
      {left !== null && (
        <p className="tp-note">
          {translate('analysis.left_out', {
            bot: left.bot,
            repeated: left.repeated,
            excluded: left.excluded_ip,
          })}
          {left.conversions !== null &&
            left.conversions !== undefined &&
            translate('analysis.left_out_cv', { count: left.conversions })}
        </p>
      )}
      <p
        className="tp-note"
        title={until === null ? undefined : translate('analysis.watermark_id', { id: watermark })}
      >
        {until === null
          ? translate('analysis.watermark_none', {})
          : translate('analysis.watermark', { time: time(until) })}
      </p>
    </footer>
  );
};
