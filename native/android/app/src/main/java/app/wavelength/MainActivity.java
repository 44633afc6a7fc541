package app.wavelength;

import android.content.Intent;
import android.net.Uri;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(asAppLink(intent));
    }

    /** What another app shares opens the same page as the share target of the web app (`share_target` of its manifest). */
    private Intent asAppLink(Intent intent) {
        if (intent == null || !Intent.ACTION_SEND.equals(intent.getAction())) return intent;
        Uri.Builder link = new Uri.Builder().scheme("wavelength").authority("app").path("chat");
        addText(link, "shared_title", intent.getCharSequenceExtra(Intent.EXTRA_SUBJECT));
        addText(link, "shared_text", intent.getCharSequenceExtra(Intent.EXTRA_TEXT));
        return new Intent(Intent.ACTION_VIEW, link.build(), this, MainActivity.class);
    }

    private static void addText(Uri.Builder link, String name, CharSequence text) {
        if (text != null) link.appendQueryParameter(name, text.toString());
    }
}
