import type { ReactNode } from 'react';
import './figure-button.css';

/**
 * A figure outside of the grid with something behind it that can be looked into: as figures of the grid look.
 *
 * @param onOpen null: plain text
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
