import { FormattedMessage, useIntl } from 'react-intl';
import {
  CvSettingPreviewDocument,
  type CvSettingPreviewMutation,
  type PreviewCvSettingForm_Input,
} from '../../../../graphql/generated/graphql.ts';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { Failed, RowsPlaceholder } from '../../../components/states.tsx';
import { useFormatter } from '../../../components/use-formatter.ts';
import { useMayWrite } from '../../../console/context.ts';
import { present } from '../../../resources/row.ts';
import { useQueryState } from '../../use-query.ts';
import { Panel, Verdict, type Tone } from './panel.tsx';
import { typedCvSetting } from './cv-setting-draft.ts';
import { useDebouncedValue } from './use-debounced-value.ts';
import type { SidePanelProps } from './panel.tsx';

type Preview = NonNullable<CvSettingPreviewMutation['one']>;

const VERDICTS: Readonly<Record<Preview['verdict'], readonly [Tone, IconName]>> = {
  incomplete: ['quiet', 'help'],
  impossible: ['bad', 'warning'],
  foreign_host: ['bad', 'warning'],
  unseen: ['quiet', 'help'],
  none: ['warn', 'warning'],
  some: ['good', 'check'],
};
const BUTTON = 3;

/**
 * Panel of a CV setting: which of the product's latest pages match. Hidden from users who may not change it.
 */
export const CvPagesPanel = (props: SidePanelProps) =>
  useMayWrite('settings') ? <CvPages {...props} /> : null;

/** Requested again after a pause in typing. */
const CvPages = ({ draft, read = false }: SidePanelProps) => {
  const settled = useDebouncedValue(JSON.stringify(typedCvSetting(draft)));
  const typed = JSON.parse(settled) as PreviewCvSettingForm_Input | null;
  return (
    <Panel title="side_panel.cv_pages.title">
      <p className="tp-panel-hint">
        <FormattedMessage id={`side_panel.cv_pages.${read ? 'lead_saved' : 'lead'}`} />
      </p>
      {typed === null ? (
        <p className="tp-panel-hint">
          <FormattedMessage id="side_panel.cv_pages.no_product" />
        </p>
      ) : (
        <PagePreview typed={typed} />
      )}
    </Panel>
  );
};

const PagePreview = ({ typed }: { readonly typed: PreviewCvSettingForm_Input }) => {
  const { answer, failure, busy, reload } = useQueryState(CvSettingPreviewDocument, { input: typed });
  const preview = answer?.one ?? null;
  if (failure !== null) return <Failed failure={failure} onAgain={reload} />;
  if (preview === null) return <RowsPlaceholder rows={3} />;
  return (
    <div className="tp-click" aria-busy={busy}>
      <Outcome preview={preview} />
      {typed.cv_condition === BUTTON && (
        <small>
          <FormattedMessage id="side_panel.cv_pages.button" />
        </small>
      )}
    </div>
  );
};

const Outcome = ({ preview }: { readonly preview: Preview }) => {
  const intl = useIntl();
  const format = useFormatter();
  const {
    verdict,
    field,
    look_back_days: days,
    views,
    matched_views: matched,
    matched_pages: found,
  } = preview;
  const pages = present(preview.pages ?? []);
  const [tone, icon] = VERDICTS[verdict];
  const isSelector = verdict === 'impossible' && field === 'button_selector';
  const name = field === null || field === undefined ? '' : intl.formatMessage({ id: `column.${field}` });
  return (
    <>
      <Verdict tone={tone} sign={<Icon name={icon} />}>
        {intl.formatMessage(
          { id: `side_panel.cv_pages.verdict.${isSelector ? 'impossible_selector' : verdict}` },
          { field: name, days, views, matched },
        )}
      </Verdict>
      {pages.length > 0 && (
        <ul className="tp-hosts" aria-label={intl.formatMessage({ id: 'side_panel.cv_pages.title' })}>
          {pages.map(({ url, views: count, last_at: last }) => (
            <li key={url}>
              <code translate="no">{url}</code>
              <small>
                <FormattedMessage id="side_panel.cv_pages.views" values={{ count }} />
                {' / '}
                <FormattedMessage id="side_panel.cv_pages.last" values={{ time: format('time', last) }} />
              </small>
            </li>
          ))}
        </ul>
      )}
      {preview.pages === null && found > 0 && (
        <small>
          <FormattedMessage id="side_panel.cv_pages.hidden" />
        </small>
      )}
      {preview.pages !== null && found > pages.length && (
        <small>
          <FormattedMessage id="side_panel.cv_pages.more" values={{ count: found - pages.length }} />
        </small>
      )}
    </>
  );
};
