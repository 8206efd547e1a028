/** A setting has an invalid value; the message contains the setting's name. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
