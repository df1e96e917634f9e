/** Codex's settings for a run on loopback. Pure. */

/**
 * The `config.toml`: a model on loopback, commands without questions, nothing reported, nothing fetched.
 *
 * @param retries how often a failed request, or a cut answer, is asked for again
 */
export function configFor(port: number, retries: number): string {
  return `model = "gpt-5.1-codex"
model_provider = "loopback"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.loopback]
name = "loopback"
base_url = "http://127.0.0.1:${port}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = ${retries}
stream_max_retries = ${retries}
supports_websockets = false

[analytics]
enabled = false

[otel]
exporter = "none"
`;
}
