import { useIntl, type IntlShape } from 'react-intl';
import type { LeftOut, ReportRules } from '../../../analyses/analysis.ts';
import type { Days } from '../../../components/days.ts';
import { date, time } from '../../../components/formats.ts';
import { labelledText } from '../../../components/labelled-text.ts';

/** The parts of an answer that the footer shows. Reports by attribution name their model. */
export interface CountedReport {
  readonly rules: (Omit<ReportRules, 'model'> & { readonly model?: number }) | null;
  readonly watermark: string;
  /** Time at which the event of the watermark was accepted; null: there is no event yet. */
  readonly watermark_at?: string | null;
  readonly left_out: LeftOut | null;
}

const rulesText = (
  { tracking_term: days, from, to, model }: NonNullable<CountedReport['rules']>,
  intl: IntlShape,
): string =>
  intl.formatMessage(
    { id: model === undefined ? 'analysis.rules_plain' : 'analysis.rules' },
    {
      days,
      from: date(from),
      to: date(to),
      model: model === undefined ? '' : intl.formatMessage({ id: `model.${model}` }),
    },
  );

/** The basis of a report: its rules, its watermark, and what was left out. */
export const ReportFooter = ({
  report,
  rulesName,
  compared = null,
}: {
  readonly report: CountedReport;
  /** What the rules are called where the report has figures under others, too. */
  readonly rulesName?: string | undefined;
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
          {rulesName === undefined
            ? rulesText(rules, intl)
            : labelledText(rulesName, rulesText(rules, intl), intl)}
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
