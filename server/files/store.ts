import type { Readable } from "node:stream";

/** Bytes that a store has written. */
export interface StoredBytes {
  sha256: string;
  size: number;
  /** The first bytes, which tell the type. */
  head: Buffer;
}

/**
 * Where the bytes of files are, each under its SHA-256: the same bytes once. A row in `files` is written
 * after its bytes.
 */
export interface FileStore {
  /**
   * Stores bytes while they arrive. They are on disk when it returns; after a failure nothing is kept.
   *
   * @param size the number of bytes if it is known
   */
  write(bytes: AsyncIterable<Uint8Array>, size?: number): Promise<StoredBytes>;
  /** The size of stored bytes; undefined if there are none. */
  sizeOf(sha256: string): Promise<number | undefined>;
  /** Reads stored bytes. Rejects if there are none. */
  read(sha256: string): Promise<Readable>;
  /** The SHA-256 of all stored bytes, in groups of at most some thousands. */
  list(): AsyncIterable<string[]>;
  /** Deletes bytes that nobody has written since. Returns whether it did. */
  deleteUnless(sha256: string, writtenSince: Date): Promise<boolean>;
  /** Deletes what killed servers have left of bytes that never arrived. */
  deletePartial(before: Date): Promise<void>;
}

/** The number of bytes of which a file's type is told. */
export const HEAD_BYTES = 4_096;
