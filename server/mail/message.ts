/** A plain text mail to one recipient. */
export interface Message {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Buffer };
  /** Records that the mail was sent. */
  readonly sent?: (at: Date) => Promise<void>;
}
