import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Guide, GuideBlock, GuideLine } from '../../machines/help.ts';

interface Props {
  readonly guide: Guide;
  readonly heading: ReactNode;
  /** Path of the guide's screen; null: it has none, or it is open. */
  readonly screen: string | null;
  /** Opens another guide. */
  readonly onRead: (guide: string) => void;
  /** Called when the user goes to the guide's screen. */
  readonly onLeave: () => void;
}

type Read = Props['onRead'];

const Line = ({ line, onRead }: { readonly line: GuideLine; readonly onRead: Read }) =>
  line.map((span, index) => {
    if (typeof span === 'string') return span;
    // The parts of a line never change their order.
    const key = index;
    if ('ui' in span) return <strong key={key}>{span.ui}</strong>;
    return (
      <button key={key} type="button" className="help-link" onClick={() => onRead(span.guide)}>
        {span.text}
      </button>
    );
  });

const Block = ({ block, onRead }: { readonly block: GuideBlock; readonly onRead: Read }) => {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Line line={block.line} onRead={onRead} />
      </p>
    );
  if (block.kind === 'heading') {
    // The title of the guide has level 3 in the panel.
    const Heading = block.level === 2 ? 'h4' : 'h5';
    return (
      <Heading>
        <Line line={block.line} onRead={onRead} />
      </Heading>
    );
  }
  const List = block.kind === 'steps' ? 'ol' : 'ul';
  return (
    <List>
      {block.lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of a guide never change their order
        <li key={index}>
          <Line line={line} onRead={onRead} />
        </li>
      ))}
    </List>
  );
};

/** A guide. Its links open other guides; the screen that it describes is one link of its own. */
export const GuideView = ({ guide, heading, screen, onRead, onLeave }: Props) => (
  <article className="guide">
    {heading}
    {screen !== null && (
      <p>
        <Link to={screen as '/'} onClick={onLeave}>
          <FormattedMessage id="help.go" />
        </Link>
      </p>
    )}
    {guide.blocks.map((block, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the blocks of a guide never change their order
      <Block key={index} block={block} onRead={onRead} />
    ))}
  </article>
);
