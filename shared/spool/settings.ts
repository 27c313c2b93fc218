import { tmpdir } from 'node:os';
import { setting, type Values } from '../config';
import { Spool } from './spool';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** Settings of a service whose answers may wait for their clients in files. */
export const spoolSettings = {
  SPOOL_DIR: setting.text(tmpdir()),
  SPOOL_BYTES_MAX: setting.integer(4 * GIB, MIB, 1024 * GIB),
  SPOOL_FILE_BYTES_MAX: setting.integer(GIB, MIB, 1024 * GIB),
};

export const spoolOf = (settings: Values<typeof spoolSettings>): Spool =>
  new Spool({
    folder: settings.SPOOL_DIR,
    bytesMax: settings.SPOOL_BYTES_MAX,
    fileBytesMax: settings.SPOOL_FILE_BYTES_MAX,
  });
