import { accessSync, constants, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { SettingError, setting, type Values } from '../config';
import { Spool } from './spool';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

export const spoolSettings = {
  SPOOL_DIR: setting.text(tmpdir()),
  SPOOL_BYTES_MAX: setting.integer(4 * GIB, MIB, 1024 * GIB),
  SPOOL_FILE_BYTES_MAX: setting.integer(GIB, MIB, 1024 * GIB),
};

/** @throws SettingError when the folder cannot be written to */
export function spoolOf(settings: Values<typeof spoolSettings>): Spool {
  const { SPOOL_DIR: folder, SPOOL_BYTES_MAX: bytesMax, SPOOL_FILE_BYTES_MAX: fileBytesMax } = settings;
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new SettingError(`SPOOL_DIR names "${folder}", where this process may not write.`);
  }
  return new Spool({ folder, bytesMax, fileBytesMax });
}
