import type { Notice, NoticeKind } from '../../../machines/banner.ts';
import { Button } from '../../components/button.tsx';
import { NOTICE_ICONS, NoticeBar } from '../../components/notice.tsx';
import { useNotify } from '../../console/context.ts';
import { LONG } from './extreme-values.ts';
import type { Sample } from './sample.ts';
import { useSpeech, type Speech } from './demo-texts.ts';

/** Typical message of each kind. */
const MESSAGES: Readonly<
  Record<NoticeKind, { readonly message: string; readonly values?: Readonly<Record<string, string>> }>
> = {
  INFO: { message: 'shell.network.back' },
  SUCCESS: { message: 'message.copied' },
  WARNING: { message: 'message.not_copied' },
  ERROR: { message: 'message.failed_because', values: { action: LONG, reason: LONG } },
};
const KINDS = Object.keys(NOTICE_ICONS) as readonly NoticeKind[];
const nothing = (): void => undefined;

/** Appearance of a kind, and a button that shows it by the banner machine. */
const Kind = ({ kind }: { readonly kind: NoticeKind }) => {
  const { translate, labelled } = useSpeech();
  const notify = useNotify();
  const { message: id, values } = MESSAGES[kind];
  return (
    <div className="demo-banner">
      <NoticeBar kind={kind} onClose={nothing}>
        {translate(id, values)}
      </NoticeBar>
      <Button
        label={translate('demo.show')}
        name={labelled(translate('demo.show'), kind)}
        onClick={() => notify({ kind, message: id, ...(values !== undefined && { values }) })}
      />
    </div>
  );
};

const done = (values: Readonly<Record<string, string>>): Notice => ({
  kind: 'SUCCESS',
  message: 'message.succeeded',
  values,
});
/** Notices with special properties, and several notices at once. */
const EXAMPLES: readonly {
  readonly word: string;
  readonly of: (values: Readonly<Record<string, string>>) => readonly Notice[];
}[] = [
  {
    word: 'demo.undoable',
    of: values => [{ ...done(values), action: { label: 'message.undo', act: nothing } }],
  },
  { word: 'demo.persistent', of: values => [{ ...done(values), timeout: -1 }] },
  { word: 'demo.without_icon', of: values => [{ ...done(values), icon: null }] },
  {
    word: 'demo.several',
    of: values => [
      done(values),
      { kind: 'WARNING', message: 'message.not_copied' },
      { kind: 'INFO', message: 'message.copied' },
    ],
  },
];

const Examples = () => {
  const { translate } = useSpeech();
  const notify = useNotify();
  return (
    <div className="demo-row">
      {EXAMPLES.map(({ word, of }) => (
        <Button
          key={translate(word)}
          label={translate(word)}
          onClick={() => {
            for (const notice of of({ action: translate('demo.sample') })) notify(notice);
          }}
        />
      ))}
    </div>
  );
};

export const banners = ({ translate }: Speech): readonly Sample[] => [
  {
    id: 'banner-kinds',
    name: translate('demo.tones'),
    code: KINDS.join(' '),
    draw: (
      <div className="demo-stack">
        {KINDS.map(kind => (
          <Kind key={kind} kind={kind} />
        ))}
      </div>
    ),
  },
  { id: 'banner-ways', name: translate('demo.show'), code: 'action timeout queue', draw: <Examples /> },
];
