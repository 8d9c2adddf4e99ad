package dev.paylink.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylink.platform.error.Rejection;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** The proofs that RFC 9449 prints are accepted at their time, and refused for their age after. */
final class RfcProofTest {
  private static final String HEADER =
      "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNo"
          + "UklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5"
          + "VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.";

  /** Figure 2, section 4.1. */
  private static final String TOKEN_REQUEST =
      HEADER
          + "eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1w"
          + "bGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ."
          + "2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg";

  /** The refresh request of section 5. */
  private static final String REFRESH_REQUEST =
      HEADER
          + "eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1w"
          + "bGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjY1Mjk2fQ."
          + "pAqut2IRDm_De6PR93SYmGBPXpwrAk90e8cP2hjiaG5QsGSuKDYW7_X620BxqhvYC8ynrrvZLTk41mSRroapUA";

  /** Figure 13, section 7.1. */
  private static final String RESOURCE_REQUEST =
      HEADER
          + "eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFt"
          + "cGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNF"
          + "c05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9."
          + "2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA";

  private static final String SERVER = "https://server.example.com/token";
  private static final String RESOURCE = "https://resource.example.org/protectedresource";
  private static final String TOKEN_HASH = "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo";
  private static final String THUMBPRINT = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I";

  @Test
  void published_proofs_verify_at_their_time() {
    assertThat(at(1562262616).verify(TOKEN_REQUEST, "POST", SERVER, null))
        .isEqualTo(new Proof(THUMBPRINT, "-BwC3ESc6acc2lTc"));
    assertThat(at(1562265296).verify(REFRESH_REQUEST, "POST", SERVER, null).keyThumbprint())
        .isEqualTo(THUMBPRINT);
    assertThat(at(1562262618).verify(RESOURCE_REQUEST, "GET", RESOURCE, TOKEN_HASH))
        .isEqualTo(new Proof(THUMBPRINT, "e1j3V_bKic8-LAEB"));
  }

  @Test
  void published_proof_is_accepted_to_the_last_second_of_the_window_and_refused_after() {
    at(1562262616 - 60).verify(TOKEN_REQUEST, "POST", SERVER, null);
    at(1562262616 + 60).verify(TOKEN_REQUEST, "POST", SERVER, null);
    assertThatThrownBy(() -> at(1562262616 - 61).verify(TOKEN_REQUEST, "POST", SERVER, null))
        .isInstanceOf(Rejection.class);
    assertThatThrownBy(() -> at(1562262616 + 61).verify(TOKEN_REQUEST, "POST", SERVER, null))
        .isInstanceOf(Rejection.class);
  }

  @Test
  void published_proof_for_one_token_is_refused_with_another() {
    assertThatThrownBy(
            () -> at(1562262618).verify(RESOURCE_REQUEST, "GET", RESOURCE, "x" + TOKEN_HASH))
        .isInstanceOf(Rejection.class);
  }

  private static ProofVerifier at(long epochSecond) {
    return new ProofVerifier(InstantSource.fixed(Instant.ofEpochSecond(epochSecond)));
  }
}
