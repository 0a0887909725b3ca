import './figure-button.css';

/** A figure in a table with something behind it that can be looked into: as figures of the grid look. @param onOpen null: plain text */
export const FigureButton = ({ text, onOpen }: { readonly text: string; readonly onOpen: (() => void) | null }) =>
  (onOpen === null ? text : <button type="button" className="tp-figure" aria-haspopup="dialog" onClick={onOpen}>{text}</button>);
