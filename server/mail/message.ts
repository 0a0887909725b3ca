/** One mail as it is written: plain text, to one person. */
export interface Message {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Buffer };
  /** Keeps that it was handed over. */
  readonly sent?: (at: Date) => Promise<void>;
}
