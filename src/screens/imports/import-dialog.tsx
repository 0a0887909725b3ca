import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { useReportChange } from '../../console/row-changes.ts';
import { keepFile } from '../../console/downloads.ts';
import type { ImportError, ImportKind, ImportOutcome } from '../../console/imports.ts';
import { useFailureText } from '../failure-text.ts';
import { DropZone } from './drop-zone.tsx';
import { ErrorList } from './error-list.tsx';
import { useHeadings, useTemplate } from './headings.ts';
import './imports.css';
import { PasteRows } from './paste-rows.tsx';
import { isPasted, pastedFile, withHeadings } from './pasted-rows.ts';
import { PreviewView } from './preview-view.tsx';
import { UnusedCosts } from './unused-costs.tsx';
import { useImport, type ImportView } from './use-import.ts';
import { usePastedRows } from './use-pasted-rows.ts';

interface Props {
  readonly kind: ImportKind;
  readonly productId: number;
  readonly onClose: () => void;
}

/**
 * Converts the validation errors of a failure: `rows.12.cost` is the cost of row 12, other paths concern the
 * file.
 */
const errorsOf = ({ fields = {} }: Failure): ImportError[] =>
  Object.entries(fields).flatMap(([path, faults]) => {
    const [, row, field] = /^rows\.(\d+)\.(.+)$/.exec(path) ?? [];
    return faults.map(fault => ({ row: Number(row ?? 0), field: field ?? path, ...fault }));
  });

const Refused = ({
  failure,
  heading,
}: {
  readonly failure: Failure;
  readonly heading: (field: string) => string;
}) => {
  const textOf = useFailureText();
  const errors = errorsOf(failure);
  return (
    <div role="alert">
      <p>
        <FormattedMessage id="import.failed" values={{ reason: errors.length > 0 ? '' : textOf(failure) }} />
      </p>
      {errors.length > 0 && (
        <div className="tp-import-box">
          <ErrorList errors={errors} total={errors.length} heading={heading} />
        </div>
      )}
    </div>
  );
};

const Done = ({ outcome: { counts } }: { readonly outcome: ImportOutcome }) => (
  <p className="tp-import-done" role="status">
    <Icon name="check" /> <FormattedMessage id="import.done" values={{ ...counts }} />
  </p>
);

const changesOf = ({ preview }: ImportView): number =>
  preview === null ? 0 : preview.counts.create + preview.counts.update + preview.counts.replace;

const isApplicable = (view: ImportView): boolean => view.preview?.error_total === 0 && changesOf(view) > 0;

const ApplyButton = ({ view }: { readonly view: ImportView }) => {
  const intl = useIntl();
  const count = changesOf(view);
  return (
    <Button
      tone="primary"
      disabled={count === 0}
      takesFocus={count > 0}
      label={intl.formatMessage({ id: count === 0 ? 'import.nothing' : 'import.apply' }, { count })}
      onClick={() => view.send('apply')}
    />
  );
};

const Foot = ({ view, onClose }: { readonly view: ImportView; readonly onClose: () => void }) => {
  const intl = useIntl();
  const translate = (id: string) => intl.formatMessage({ id });
  const { is, preview, send } = view;
  return (
    <div className="tp-dialog-foot">
      {is === 'reading' ? (
        <Button label={translate('import.cancel')} onClick={() => send('cancel')} />
      ) : (
        is !== 'choosing' &&
        is !== 'applying' && (
          <Button
            label={translate(isPasted(view.file) && is !== 'done' ? 'import.paste.edit' : 'import.another')}
            // Of a preview, the field that had the focus is gone.
            takesFocus={is === 'previewed' && !isApplicable(view)}
            onClick={() => send('chooseAnother')}
          />
        )
      )}
      {is === 'refused' && <Button label={translate('import.recheck')} onClick={() => send('retry')} />}
      {is === 'previewed' && preview?.error_total === 0 && <ApplyButton view={view} />}
      {is !== 'applying' && is !== 'reading' && (
        <Button
          label={translate('import.close')}
          tone={is === 'done' ? 'primary' : 'plain'}
          onClick={onClose}
        />
      )}
    </div>
  );
};

interface FileChoiceProps {
  readonly kind: ImportKind;
  readonly heading: (field: string) => string;
  readonly pasted: string;
  readonly onPaste: (text: string) => void;
  readonly onFile: (file: File) => void;
}

/** File field with a description of the accepted content, a template to download, and a field for rows. */
const FileChoice = ({ kind, heading, pasted, onPaste, onFile }: FileChoiceProps) => {
  const id = useId();
  const intl = useIntl();
  const template = useTemplate(kind);
  return (
    <>
      <div id={id} className="tp-import-lead">
        <p>
          <FormattedMessage id={`import.lead.${kind}`} />
        </p>
        <p className="tp-note">
          <FormattedMessage id="import.limits" />
        </p>
      </div>
      <DropZone onFile={onFile} describedBy={id} />
      <p>
        <Button
          label={intl.formatMessage({ id: 'import.template' })}
          icon={<Icon name="download" />}
          onClick={() => keepFile(template())}
        />
      </p>
      <PasteRows
        kind={kind}
        text={pasted}
        onChange={onPaste}
        onCheck={() => {
          const rows = withHeadings(kind, pasted, heading);
          onPaste(rows);
          onFile(pastedFile(rows));
        }}
      />
    </>
  );
};

/** Whether the latest answer states that reports do not use the costs of the file. */
const areCostsUnused = ({ is, preview, outcome }: ImportView): boolean =>
  (is === 'previewed' && preview?.costs_unused === true) || (is === 'done' && outcome?.costs_unused === true);

/**
 * Dialog that imports ads or costs from a file: choose, preview, apply. It cannot be closed while the import
 * is applied, which cannot be cancelled.
 */
export const ImportDialog = ({ kind, productId, onClose }: Props) => {
  const reportChange = useReportChange();
  const intl = useIntl();
  const [pasted, setPasted] = usePastedRows(kind, productId);
  const view = useImport(kind, productId, () => {
    setPasted('');
    if (kind === 'ads') reportChange({ name: 'ads', selection: 'ad' });
  });
  const heading = useHeadings(kind);
  const { is, busy, file, preview, outcome, failure, choose } = view;
  const leave = () => {
    if (is !== 'applying') onClose();
  };
  return (
    <Dialog title={<FormattedMessage id={`import.title.${kind}`} />} busy={busy} onClose={leave}>
      <div className="tp-dialog-body">
        {is === 'choosing' && (
          <FileChoice kind={kind} heading={heading} pasted={pasted} onPaste={setPasted} onFile={choose} />
        )}
        {busy && (
          <p className="tp-import-busy" role="status">
            <progress aria-hidden="true" />{' '}
            <FormattedMessage
              id={is === 'reading' ? 'import.reading' : 'import.applying'}
              values={{
                name: isPasted(file) ? intl.formatMessage({ id: 'import.paste.name' }) : (file?.name ?? ''),
              }}
            />
          </p>
        )}
        {is === 'previewed' && preview !== null && (
          <PreviewView preview={preview} heading={heading} isPasted={isPasted(file)} />
        )}
        {is === 'refused' && failure !== null && <Refused failure={failure} heading={heading} />}
        {is === 'done' && outcome !== null && <Done outcome={outcome} />}
        {areCostsUnused(view) && <UnusedCosts productId={productId} />}
      </div>
      <Foot view={view} onClose={leave} />
    </Dialog>
  );
};
