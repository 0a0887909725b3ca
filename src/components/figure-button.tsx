import type { ReactNode } from 'react';
import './figure-button.css';

/**
 * Figure outside the grid that opens its drill-down, styled like figures of the grid.
 * @param onOpen null: the figure has no drill-down and is plain text
 */
export const FigureButton = ({
  text,
  onOpen,
}: {
  readonly text: ReactNode;
  readonly onOpen: (() => void) | null;
}) =>
  onOpen === null ? (
    text
  ) : (
    <button type="button" className="tp-figure" aria-haspopup="dialog" onClick={onOpen}>
      {text}
    </button>
  );
