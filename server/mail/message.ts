/** A mail to one recipient: plain text, and optionally the same as HTML without pictures. */
export interface Message {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Buffer };
  /** Records that the mail was sent. */
  readonly sent?: (at: Date) => Promise<void>;
}
