import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { derivedRing, ofEachKey, type KeyRing } from '../platform/key-ring.ts';

/** The values that a click passes to the landing page. */
export interface Click {
  readonly interactionId: bigint;
  /** Decimal. */
  readonly visitorId: string;
  readonly adId: number;
}

/**
 * Signed texts of one kind. `read` returns null for any text that was not signed here for this product:
 * forged, truncated, or of another product.
 */
export interface Tokens<Content> {
  make(content: Content, productId: number): string;
  read(text: string, productId: number): Content | null;
}

const BLOCK = 64;

/**
 * HMAC-SHA256 (RFC 2104) of body and product id, cut to `length` bytes. Two one-shot hashes over reused
 * blocks, with text results, cost a quarter of createHmac's objects or of hashes with buffer results. The
 * result is valid until the next call.
 */
const signer = (secret: string, size: number, length: number) => {
  const keyBytes = Buffer.from(secret, 'utf8');
  const key = keyBytes.length > BLOCK ? hash('sha256', keyBytes, 'buffer') : keyBytes;
  const inner = Buffer.alloc(BLOCK + size + 4, 0x36);
  const outer = Buffer.alloc(BLOCK + 32, 0x5c);
  const digest = Buffer.alloc(32);
  for (const [at, byte] of key.entries()) {
    inner[at] = 0x36 ^ byte;
    outer[at] = 0x5c ^ byte;
  }
  return (body: Buffer, productId: number): Buffer => {
    body.copy(inner, BLOCK, 0, size);
    inner.writeUInt32BE(productId, BLOCK + size);
    outer.write(hash('sha256', inner, 'binary'), BLOCK, 'binary');
    digest.write(hash('sha256', outer, 'binary'), 'binary');
    return digest.subarray(0, length);
  };
};

const tokens = <Content>(
  keys: KeyRing,
  size: number,
  seal: number,
  write: (content: Content, body: Buffer) => void,
  read: (body: Buffer) => Content,
): Tokens<Content> => {
  const signerOf = ofEachKey(key => signer(key, size, seal));
  const characters = Math.ceil(((size + seal) * 4) / 3);
  const alphabet = /^[\w-]+$/;
  const made = Buffer.alloc(size + seal);
  return {
    make: (content, productId) => {
      write(content, made);
      signerOf(keys.current())(made, productId).copy(made, size);
      return made.toString('base64url');
    },
    read: (text, productId) => {
      if (text.length !== characters || !alphabet.test(text)) return null;
      const bytes = Buffer.from(text, 'base64url');
      // The last character may contain spare bits: only the canonical spelling is valid.
      if (bytes.length !== size + seal || bytes.toString('base64url') !== text) return null;
      const body = bytes.subarray(0, size);
      const signature = bytes.subarray(size);
      const isSigned = keys
        .accepted()
        .some(key => timingSafeEqual(signature, signerOf(key)(body, productId)));
      return isSigned ? read(body) : null;
    },
  };
};

/**
 * The click token (`xclid` in the landing URL): base64url of interaction id (8 bytes), visitor id (8), ad id
 * (4), big-endian, and the first 6 bytes of their HMAC-SHA256 with the product id; 35 characters. The ad id
 * lets a page view name its ad without a query.
 *
 * @param keys `secrets.click`
 */
export const createClickTokens = (keys: KeyRing): Tokens<Click> =>
  tokens<Click>(
    keys,
    20,
    6,
    (click, body) => {
      body.writeBigUInt64BE(click.interactionId, 0);
      body.writeBigUInt64BE(BigInt(click.visitorId), 8);
      body.writeUInt32BE(click.adId, 16);
    },
    body => ({
      interactionId: body.readBigUInt64BE(0),
      visitorId: body.readBigUInt64BE(8).toString(),
      adId: body.readUInt32BE(16),
    }),
  );

/**
 * What a sender's page passes to the product's page: the visitor, and the time of issue (seconds since 1970).
 */
export interface Pass {
  readonly visitorId: string;
  readonly issued: number;
}

/**
 * A pass is valid for as long as a page is likely to stay open before its link is followed, because a link
 * may be copied.
 */
export const PASS_SECONDS = 30 * 60;

/**
 * The crossdomain pass (`tpx` on a link): visitor id (8 bytes), second of issue (4), 8 bytes of HMAC; 27
 * characters.
 *
 * @param keys `secrets.crossdomain`
 */
export const createPasses = (keys: KeyRing): Tokens<Pass> =>
  tokens<Pass>(
    keys,
    12,
    8,
    (pass, body) => {
      body.writeBigUInt64BE(BigInt(pass.visitorId), 0);
      body.writeUInt32BE(pass.issued, 8);
    },
    body => ({ visitorId: body.readBigUInt64BE(0).toString(), issued: body.readUInt32BE(8) }),
  );

/** How long a page may request the CV tags of its conversion. */
export const TAG_TOKEN_SECONDS = 10 * 60;

/**
 * The CV tag token: a page sends it to receive the networks' tags of its own conversion. The conversion's id
 * (8 bytes), which contains its time, and 12 bytes of HMAC; 27 characters. Its key is derived, so tokens of
 * other kinds never match.
 *
 * @param keys `secrets.click`
 */
export const createTagTokens = (keys: KeyRing): Tokens<bigint> =>
  tokens<bigint>(
    derivedRing(keys, key => createHmac('sha256', key).update('touchpath cv tag').digest('base64url')),
    8,
    12,
    (conversionId, body) => {
      body.writeBigUInt64BE(conversionId, 0);
    },
    body => body.readBigUInt64BE(0),
  );
