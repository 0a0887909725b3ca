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

/** A mail that cannot be composed however often it is tried, because its order is no longer valid. */
export class UnsendableMail extends Error {
  override readonly name = 'UnsendableMail';
}
